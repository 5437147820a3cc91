import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Less than anything between here and the client waits for a sign of life. */
const SIGN_OF_LIFE_MS = 5_000;

/**
 * What takes long is answered in one piece where it is done soon; else the answer begins with blanks, one every few seconds,
 * which JSON allows: so nobody on the way gives it up. What fails after that ends the connection, since the status is sent.
 * @returns what to send
 */
export async function answerLater(
  reply: FastifyReply,
  work: Promise<unknown>,
  everyMs: number = SIGN_OF_LIFE_MS,
): Promise<unknown> {
  const done = work.then((answer) => ({ answer }));
  const soon = await within(done, everyMs);
  if (soon) return soon.answer;
  reply.header('Content-Type', 'application/json; charset=utf-8');
  // A compressor, or a proxy that buffers, would keep the blanks to itself.
  reply.request.raw.headers['x-no-compression'] = 'yes';
  reply.header('X-Accel-Buffering', 'no');
  return Readable.from(blanksThen(done, everyMs));
}

async function* blanksThen(done: Promise<{ readonly answer: unknown }>, everyMs: number): AsyncGenerator<string> {
  for (;;) {
    yield ' ';
    const ready = await within(done, everyMs);
    if (!ready) continue;
    yield JSON.stringify(ready.answer);
    return;
  }
}

/** Null: it is not done by then. */
async function within<T>(done: Promise<T>, ms: number): Promise<T | null> {
  const waiting = new AbortController();
  try {
    return await Promise.race([done, sleep(ms, null, { signal: waiting.signal })]);
  } finally {
    waiting.abort();
  }
}
