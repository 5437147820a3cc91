import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { answerLater } from './answer-later.ts';
import { installCompression } from './compression.ts';

const BLANK_MS = 20;
let app: FastifyInstance;
afterEach(() => app.close());

/** Serves what is done after a while, compressed where that is done. */
async function served(work: () => Promise<unknown>): Promise<string> {
  app = Fastify();
  await installCompression(app);
  app.get('/', async (_request, reply) => reply.send(await answerLater(reply, work(), BLANK_MS)));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

it('what is done at once is an answer like any other', async () => {
  const answer = await fetch(await served(async () => ({ done: true })));
  expect([answer.status, await answer.text()]).toEqual([200, '{"done":true}']);
});

it('what takes longer begins before it is done, and is the same JSON at last', async () => {
  let finish: (answer: unknown) => void = () => {};
  const work = new Promise((resolve) => {
    finish = resolve;
  });
  const url = await served(() => work);
  // The status and a blank are here, though nothing is done.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br, gzip' } });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  expect([answer.status, first.trim()]).toEqual([200, '']);
  expect(first.length).toBeGreaterThan(0);
  finish({ done: 'x'.repeat(5_000) });
  let text = first;
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += new TextDecoder().decode(part.value);
  expect(JSON.parse(text)).toEqual({ done: 'x'.repeat(5_000) });
});

it('what fails soon fails as ever, and what fails later is no answer at all', async () => {
  const soon = await fetch(await served(() => Promise.reject(new Error('no'))));
  expect(soon.status).toBe(500);
  await app.close();
  const url = await served(async () => {
    await sleep(3 * BLANK_MS);
    throw new Error('no');
  });
  const late = await fetch(url);
  await expect(late.text()).rejects.toThrow();
});
