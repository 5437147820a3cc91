import { expect, it } from 'vitest';
import { Progress } from './compare.ts';
import type { OperationProgress } from './operation.ts';

it('shows the share, the rate and the time left of each step, and tells the database twice a second', async () => {
  const shown: OperationProgress[] = [];
  const told: OperationProgress[] = [];
  let now = 0;
  const progress = new Progress(
    { before: 400, tell: async (each) => void told.push(each), onProgress: (each) => void shown.push(each) },
    () => now,
  );
  now = 100;
  await progress.read(100, 500n, 2_000n);
  now = 1_000;
  await progress.read(500, 1_000n, 2_000n);
  now = 2_000;
  await progress.show('indexing', 0);
  now = 2_400;
  await progress.show('indexing', 0.25);
  now = 3_000;
  await progress.show('indexing', 0.5);
  expect(shown).toEqual([
    { phase: 'reading', percent: 25, events: 500, eventsLeft: 1_500, eventsPerSecond: 1_000, secondsLeft: null },
    { phase: 'reading', percent: 50, events: 1_000, eventsLeft: 1_000, eventsPerSecond: 600, secondsLeft: 1 },
    { phase: 'indexing', percent: 0, events: 1_000, eventsLeft: 0, eventsPerSecond: 0, secondsLeft: null },
    { phase: 'indexing', percent: 25, events: 1_000, eventsLeft: 0, eventsPerSecond: 0, secondsLeft: null },
    { phase: 'indexing', percent: 50, events: 1_000, eventsLeft: 0, eventsPerSecond: 0, secondsLeft: 1 },
  ]);
  expect(told).toEqual([shown[0], shown[1], shown[2], shown[4]]);
});
