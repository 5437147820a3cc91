import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { PEOPLE } from '../../testing/rig.ts';
import { LiveStream } from './stream.ts';

const CHANGE = { keys: [['/api', 'me', 'dashboard']] };
function open() {
  const { owner } = PEOPLE;
  if (!owner) throw new Error('there is no owner');
  return new LiveStream(owner);
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('disconnects a reader that does not read', async () => {
  const stream = open();
  const reader = new PassThrough({ highWaterMark: 1024 });
  stream.body.pipe(reader);
  stream.begin(1n);
  for (let n = 0; n < 5_000 && !stream.body.destroyed; n += 1) {
    stream.invalidate(BigInt(n), CHANGE);
    if (n % 100 === 0) await nextTurn();
    expect(stream.body.readableLength).toBeLessThan(70_000);
  }
  expect(stream.body.destroyed).toBe(true);
  stream.invalidate(9n, CHANGE);
  stream.heartbeat();
  stream.end();
});

it('drops a reader that has not taken the last message when the next heartbeat comes', async () => {
  const stream = open();
  stream.invalidate(1n, CHANGE);
  stream.heartbeat();
  expect(stream.body.destroyed).toBe(true);
});

it('keeps a reader that reads everything', async () => {
  const stream = open();
  let received = '';
  stream.body.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  stream.begin(7n);
  for (let n = 0; n < 5_000; n += 1) {
    stream.invalidate(8n, CHANGE);
    if (n % 100 === 0) await nextTurn();
  }
  await nextTurn();
  stream.heartbeat();
  await nextTurn();
  expect(stream.body.destroyed).toBe(false);
  expect(received.match(/event: invalidate\nid: 8\ndata: .*\n\n/g)).toHaveLength(5_000);
  expect(received.endsWith('event: heartbeat\ndata: {}\n\n')).toBe(true);
});

it('sends nothing after its end', async () => {
  const stream = open();
  stream.signOut();
  stream.begin(1n);
  stream.end();
  const received = (await stream.body.setEncoding('utf8').toArray()).join('');
  expect(received).toBe('event: signed-out\ndata: {}\n\n');
});
