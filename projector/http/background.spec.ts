import { expect, it, vi } from 'vitest';
import { Background } from './routes.ts';

const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

/** Work that runs until it is stopped. */
const untilStopped = (signal: AbortSignal, begun: () => void) => {
  begun();
  return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
};

it('stops the operation that runs, also after a second one was refused', async () => {
  const background = new Background(logger);
  await background.start('first', untilStopped);
  const refusal = new Error('an operation runs');
  await expect(background.start('second', () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(logger.error).not.toHaveBeenCalled();
  expect(await background.stop()).toBe(true);
  expect(logger.info).toHaveBeenCalledWith({}, 'first has ended');
  expect(await background.stop()).toBe(false);
});

it('logs an operation that fails after it has begun', async () => {
  const err = new Error('the disk is full');
  const background = new Background(logger);
  await background.start('rebuild', async (_, begun) => {
    begun();
    throw err;
  });
  await expect.poll(() => logger.error.mock.calls).toEqual([[{ err }, 'rebuild has ended early']]);
});
