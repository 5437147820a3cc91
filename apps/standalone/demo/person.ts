import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** Time limit of a read that waits for the read models, in milliseconds. Each attempt waits for two seconds. */
const PATIENCE_MS = 60_000;

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

  /** Makes a call. Repeats a read while the read models are behind. @throws Error if it is refused */
  async call<Answer>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<Answer> {
    for (const deadline = systemTimers.now() + PATIENCE_MS; ; ) {
      const response = await this.send(method, url, body);
      if (response.statusCode < 400) return response.json<Answer>();
      const isBehind = response.json<{ code?: string }>().code === 'READ_MODEL_BEHIND';
      if (!isBehind || systemTimers.now() > deadline)
        throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
    }
  }

  private async send(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<LightMyRequestResponse> {
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
    return response;
  }
}
