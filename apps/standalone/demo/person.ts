import type { FastifyInstance } from 'fastify';

/** A person who uses the product through its HTTP calls, as a browser would. */
export class Person {
  private readonly cookies = new Map<string, string>();
  private position = '0';

  constructor(
    private readonly app: FastifyInstance,
    readonly email: string,
  ) {}

  /** Later answers include the event at this position. */
  waitFor(position: bigint): void {
    this.position = String(position);
  }

  /** Makes a call. @throws Error if it is refused */
  async call<Answer>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Answer> {
    const response = await this.app.inject({
      method,
      url,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-min-position': this.position,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    for (const cookie of response.cookies) this.cookies.set(cookie.name, cookie.value);
    const position = response.headers['x-position'];
    if (typeof position === 'string') this.position = position;
    if (response.statusCode >= 400) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    return response.json<Answer>();
  }
}
