import type { FastifyInstance } from 'fastify';
import { assertFits, type CallName, callOf } from './contract.ts';

export interface Sent {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a specification looks into answers of every shape
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly setCookies: readonly { readonly name: string; readonly [attribute: string]: unknown }[];
}

interface Extra {
  /** The body, sent as JSON. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Do not wait for earlier commands. */
  readonly isImpatient?: boolean;
}

/** Position of the newest command of any client on an app: readers wait for it, so no client gets an outdated page. */
const newest = new WeakMap<FastifyInstance, bigint>();

/** Calls that have succeeded, by app. */
const answered = new WeakMap<FastifyInstance, Set<CallName>>();
export const answeredCalls = (app: FastifyInstance): ReadonlySet<CallName> => answered.get(app) ?? new Set();

export const PASSWORD = 'correct horse battery';
export type Intent = 'customer' | 'distributor' | 'business';

/** An HTTP client of one person. It checks every answer against the catalogue of calls. */
export class Client {
  readonly cookies = new Map<string, string>();
  id = '';

  constructor(
    readonly app: FastifyInstance,
    readonly name: string,
  ) {}

  get email(): string {
    return `${this.name}@example.test`;
  }

  async register(intent: Intent): Promise<this> {
    const { email } = this;
    const body = { email, password: PASSWORD, firstName: 'First', lastName: this.name, intent };
    this.id = (await this.must('POST', '/api/auth/register', body)).id;
    return this;
  }

  /** Repeats a read that is refused because the read models are behind, as on a busy machine. */
  async send(method: string, url: string, body?: unknown, extra: Extra = {}): Promise<Sent> {
    for (;;) {
      const sent = await this.sendOnce(method, url, body, extra);
      if (extra.isImpatient || sent.body?.code !== 'READ_MODEL_BEHIND') return sent;
    }
  }

  private async sendOnce(method: string, url: string, body: unknown, extra: Extra): Promise<Sent> {
    const payload = extra.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await this.app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(extra.isImpatient ? {} : { 'x-min-position': String(newest.get(this.app) ?? 0n) }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...extra.headers,
      },
      cookies: Object.fromEntries(this.cookies),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    const { statusCode: status, headers } = response;
    this.remember(headers['x-position']);
    const isJson = /^application\/(problem\+)?json/.test(String(headers['content-type']));
    const answer = isJson ? response.json() : response.body || undefined;
    if (isJson || url.startsWith('/api/')) assertFits(method, url, status, answer);
    if (status < 400) this.note(method, url);
    return { status, body: answer, headers, setCookies: response.cookies as unknown as Sent['setCookies'] };
  }

  /** Like `send`. @throws unless the call succeeds */
  async must(method: string, url: string, body?: unknown): Promise<Sent['body']> {
    const sent = await this.send(method, url, body);
    if (sent.status >= 400) throw new Error(`${this.name}: ${method} ${url}: ${JSON.stringify(sent.body)}`);
    return sent.body;
  }

  private remember(header: unknown): void {
    if (typeof header !== 'string') return;
    const position = BigInt(header);
    if (position > (newest.get(this.app) ?? 0n)) newest.set(this.app, position);
  }

  private note(method: string, url: string): void {
    const found = callOf(method, url);
    if (!found) return;
    const names = answered.get(this.app) ?? new Set();
    answered.set(this.app, names.add(found.name));
  }
}
