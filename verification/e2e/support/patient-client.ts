import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Person } from './person.ts';

/** Time limit of all retries, in milliseconds. */
const TIMEOUT_MS = 120_000;
const PAUSE_MS = 100;

/**
 * Retries while there is no answer or a temporary failure, as any client of the product should.
 * @param call named in the error
 */
export async function acknowledged<Body>(ask: () => Promise<Answer<Body>>, call = 'a call'): Promise<Body> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await ask().catch((error: unknown) => ({ status: 0, body: String(error) as Body }));
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    // 409: the first attempt of the command is still running.
    const passes = answer.status === 0 || answer.status >= 502 || isInUse(answer);
    if (!passes || Date.now() > deadline) throw new Error(`${answer.status} ${JSON.stringify(answer.body)} to ${call}`);
    await sleep(PAUSE_MS);
  }
}

/** Sends a command with one idempotency key until it is acknowledged, so that it is stored once. */
export function command<Body>(person: Person, method: string, path: string, body: unknown): Promise<Body> {
  const headers = { 'idempotency-key': randomUUID() };
  return acknowledged(() => person.send<Body>(method, path, body, headers), `${method} ${path}`);
}

function isInUse({ status, body }: Pick<Answer<unknown>, 'status' | 'body'>): boolean {
  return status === 409 && (body as { code?: string } | null)?.code === 'IDEMPOTENCY_KEY_IN_USE';
}
