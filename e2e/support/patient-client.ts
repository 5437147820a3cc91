import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Person } from './person.ts';

/** How long somebody goes on asking, in milliseconds. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Asks again while nobody answers or the answer is "not now", as any client of the product should.
 * @param call is told where it is refused
 */
export async function acknowledged<Body>(ask: () => Promise<Answer<Body>>, call = 'a call'): Promise<Body> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask().catch((error: unknown) => ({ status: 0, body: String(error) as Body }));
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    // 409: the first try of the same command is still being worked on.
    const passes = answer.status === 0 || answer.status >= 502 || isInUse(answer);
    if (!passes || Date.now() > deadline) throw new Error(`${answer.status} ${JSON.stringify(answer.body)} to ${call}`);
    await sleep(PAUSE_MS);
  }
}

/** A command that is sent with one key until it is acknowledged, so that it happens once. */
export function command<Body>(person: Person, method: string, path: string, body: unknown): Promise<Body> {
  const headers = { 'idempotency-key': randomUUID() };
  return acknowledged(() => person.send<Body>(method, path, body, headers), `${method} ${path}`);
}

function isInUse({ status, body }: Pick<Answer<unknown>, 'status' | 'body'>): boolean {
  return status === 409 && (body as { code?: string } | null)?.code === 'IDEMPOTENCY_KEY_IN_USE';
}
