import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Most bytes of a refused body that are read and dropped. */
const MOST_DROPPED = 1024 * 1024;

/**
 * Reads a body that is too large to its end before the refusal is sent. A connection that is closed with unread data is reset: a
 * proxy that is still sending then loses the answer and makes a 502 of it. The server's request timeout bounds how long it takes.
 */
export function readRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (reply.statusCode !== 413 || raw.readableEnded || raw.destroyed) done(null, payload);
    else void readToItsEnd(raw).then(() => done(null, payload));
  });
}

async function readToItsEnd(raw: IncomingMessage): Promise<void> {
  let dropped = 0;
  const ended = new AbortController();
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MOST_DROPPED) ended.abort();
  });
  raw.once('close', () => ended.abort());
  raw.resume();
  await once(raw, 'end', { signal: ended.signal }).catch(() => {});
}
