import type { FastifyInstance } from 'fastify';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly body: any;
}

/** Somebody with a browser of their own. Keeps cookies and sees what they have done, as the screens do. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private position = '0';
  id = '';

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

  async register(intent: 'customer' | 'distributor' | 'business'): Promise<this> {
    const { body } = await this.call('POST', '/api/auth/register', { email: this.email, password: PASSWORD, intent });
    this.id = body.id;
    return this;
  }

  /** Sees everything that somebody else has done so far. */
  knowsWhat(other: Visitor): this {
    if (BigInt(other.position) > BigInt(this.position)) this.position = other.position;
    return this;
  }

  /** Comes with the browser of another, signed out of their account. */
  onDeviceOf(other: Visitor): this {
    for (const [name, value] of other.cookies) if (name.endsWith('visitor')) this.cookies.set(name, value);
    return this;
  }

  async call(method: string, url: string, body?: object): Promise<Answer> {
    const response = await this.app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-min-position': this.position },
      cookies: Object.fromEntries(this.cookies),
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, value);
    const position = response.headers['x-position'];
    if (typeof position === 'string') this.position = position;
    return { status: response.statusCode, body: response.body === '' ? null : response.json() };
  }

  /** As `call`, where nothing but success will do. */
  async must(method: string, url: string, body?: object): Promise<Answer['body']> {
    const answer = await this.call(method, url, body);
    if (answer.status >= 400) throw new Error(`${this.name}: ${method} ${url}: ${JSON.stringify(answer)}`);
    return answer.body;
  }
}

export const PASSWORD = 'correct horse battery';
