import type { FastifyInstance } from 'fastify';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

interface WholeAnswer extends Answer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly setCookies: readonly { readonly name: string; readonly value: string }[];
}

export type Intent = 'customer' | 'distributor' | 'business';

/** Position of the newest command of any visitor of an app: readers wait for it, so no visitor gets an outdated page. */
const newest = new WeakMap<FastifyInstance, bigint>();

/** A person with a browser, or a program with an API key. It keeps cookies, as a browser does. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  id = '';
  /** An API key, for a program. */
  apiKey: string | null = null;

  constructor(
    private readonly app: FastifyInstance,
    readonly name: string,
  ) {}

  get email(): string {
    return `${this.name.toLowerCase()}@example.test`;
  }

  /** All cookies, as a browser sends them. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Headers of its requests. */
  get headers(): Record<string, string> {
    return {
      ...(this.cookies.size > 0 && { cookie: this.cookie }),
      ...(this.apiKey !== null && { authorization: `Bearer ${this.apiKey}` }),
    };
  }

  async register(intent: Intent): Promise<this> {
    const account = { email: this.email, password: PASSWORD, firstName: this.name, intent };
    const { body } = await this.call('POST', '/api/auth/register', account);
    this.id = body.id;
    return this;
  }

  /** Uses another visitor's browser, signed out of their account. */
  onDeviceOf(other: Visitor): this {
    for (const [name, value] of other.cookies) if (name.endsWith('visitor')) this.cookies.set(name, value);
    return this;
  }

  /** Sends a call. Repeats a read that is refused because the read models are behind, as on a busy machine. */
  async send(method: string, url: string, body?: object, headers: object = {}): Promise<WholeAnswer> {
    for (;;) {
      const answer = await this.sendOnce(method, url, body, headers);
      if (answer.body?.code !== 'READ_MODEL_BEHIND') return answer;
    }
  }

  private async sendOnce(method: string, url: string, body: object | undefined, more: object): Promise<WholeAnswer> {
    const response = await this.app.inject({
      method: method as 'GET',
      url,
      headers: { ...this.headers, 'x-min-position': String(newest.get(this.app) ?? 0n), ...more },
      ...(body === undefined ? {} : { payload: body }),
    });
    const { statusCode: status, headers } = response;
    const setCookies = response.cookies;
    for (const { name, value } of setCookies) this.cookies.set(name, value);
    const position = BigInt(String(headers['x-position'] ?? 0));
    if (position > (newest.get(this.app) ?? 0n)) newest.set(this.app, position);
    const isJson = /^application\/(problem\+)?json/.test(String(headers['content-type']));
    return { status, headers, setCookies, body: isJson ? response.json() : response.body || null };
  }

  /** Like `send`, without headers. */
  async call(method: string, url: string, body?: object): Promise<Answer> {
    const sent = await this.send(method, url, body);
    return { status: sent.status, body: sent.body };
  }

  /** Like `call`. @throws Error unless the call succeeds */
  async must(method: string, url: string, body?: object): Promise<Answer['body']> {
    const answer = await this.call(method, url, body);
    if (answer.status >= 400) throw new Error(`${this.name}: ${method} ${url}: ${JSON.stringify(answer)}`);
    return answer.body;
  }
}

export const PASSWORD = 'correct horse battery';
