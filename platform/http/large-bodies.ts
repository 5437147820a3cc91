import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** Most bytes of a refused body that are read and dropped. */
const MOST_DROPPED = 1024 * 1024;

/**
 * Reads a body that is too large to its end before the refusal is sent. A connection that is closed with unread data is reset: a
 * proxy that is still sending then loses the answer and makes a 502 of it. The server's request timeout bounds how long it takes.
 */
export async function readRefusedBody(raw: IncomingMessage): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
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
