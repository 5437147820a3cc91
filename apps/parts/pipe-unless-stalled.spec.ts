import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { expect, it } from 'vitest';
import { pipeUnlessStalled, STALL_MS } from './pipe-unless-stalled.ts';

const PIECE = 'x'.repeat(100_000);

function drawn() {
  const timers = new ManualTimers();
  const [drawing, file] = [new PassThrough(), new PassThrough()];
  pipeUnlessStalled(drawing, file, timers);
  drawing.once('end', () => file.end());
  file.on('error', () => {});
  return { timers, drawing, file };
}

it('fails a file whose reader stops', async () => {
  const { timers, drawing, file } = drawn();
  drawing.write(PIECE);
  await timers.advance(STALL_MS - 1);
  expect(file.destroyed).toBe(false);
  await timers.advance(1);
  expect(file.errored?.message).toBe('nothing was read for 30000 ms');
});

it('fails a file whose last piece is not read', async () => {
  const { timers, drawing, file } = drawn();
  drawing.end('last');
  await timers.advance(STALL_MS);
  expect(file.destroyed).toBe(true);
});

it('lets the drawing take its time, and a slow reader too', async () => {
  const { timers, drawing, file } = drawn();
  await timers.advance(10 * STALL_MS);
  drawing.write(PIECE);
  await timers.advance(STALL_MS - 1);
  const read = text(file);
  await timers.advance(STALL_MS - 1);
  drawing.end(PIECE);
  expect(await read).toBe(PIECE + PIECE);
  await timers.advance(STALL_MS);
  expect(file.errored).toBeNull();
});
