import type { FastifyInstance } from 'fastify';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
}

/** A person with a browser: keeps cookies and waits for the effects of its own commands, as the screens do. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private position = '0';
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

  async register(intent: 'customer' | 'distributor' | 'business'): Promise<this> {
    const account = { email: this.email, password: PASSWORD, firstName: this.name, intent };
    const { body } = await this.call('POST', '/api/auth/register', account);
    this.id = body.id;
    return this;
  }

  /** Waits for the effects of another visitor's commands. */
  knowsWhat(other: Visitor): this {
    if (BigInt(other.position) > BigInt(this.position)) this.position = other.position;
    return this;
  }

  /** Uses another visitor's browser, signed out of their account. */
  onDeviceOf(other: Visitor): this {
    for (const [name, value] of other.cookies) if (name.endsWith('visitor')) this.cookies.set(name, value);
    return this;
  }

  /** Sends a call. Repeats a read that is refused because the read models are behind, as on a busy machine. */
  async call(method: string, url: string, body?: object): Promise<Answer> {
    for (;;) {
      const answer = await this.send(method, url, body);
      if (answer.body?.code !== 'READ_MODEL_BEHIND') return answer;
    }
  }

  private async send(method: string, url: string, body?: object): Promise<Answer> {
    const response = await this.app.inject({
      method: method as 'GET',
      url,
      headers: { ...this.headers, 'x-min-position': this.position },
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    const position = response.headers['x-position'];
    if (typeof position === 'string') this.position = position;
    return { status: response.statusCode, body: response.body === '' ? null : response.json() };
  }

  /** Like `call`. @throws Error unless the call succeeds */
  async must(method: string, url: string, body?: object): Promise<Answer['body']> {
    const answer = await this.call(method, url, body);
    if (answer.status >= 400) throw new Error(`${this.name}: ${method} ${url}: ${JSON.stringify(answer)}`);
    return answer.body;
  }
}

export const PASSWORD = 'correct horse battery';
