import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ConnectionLog } from './connection-log.ts';
import type { JobWorker, QueueBackend } from './queue-backend.ts';
import { ATTEMPTS, startTakingJobs } from './taking-jobs.ts';

const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const ofOneRun = [
  new Error('could not renew lock for job repeat:count:1'),
  Object.assign(new Error('Missing lock for job repeat:count:1. moveToFinished'), { code: -2 }),
];

it('takes no run that the queue does not know any more for a queue that is not reached', () => {
  const lines: { level: number }[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const worker = new EventEmitter();
  let maxStalledCount: number | undefined;
  const startWorker = (_: unknown, options: { readonly maxStalledCount?: number }) => {
    ({ maxStalledCount } = options);
    return worker as unknown as JobWorker;
  };
  const backend = { connected: true, startWorker };
  startTakingJobs(backend as unknown as QueueBackend, {
    ...{ jobs: [], logger, lockMs: 1_000, log: new ConnectionLog(logger) },
  });
  // A run whose lock was lost in several outages is taken up again; BullMQ's default is one.
  expect(maxStalledCount).toBe(ATTEMPTS);
  for (const error of ofOneRun) worker.emit('error', error);
  expect(lines.map(({ level }) => level)).toEqual([30, 30]);
  worker.emit('error', lost);
  worker.emit('error', lost);
  expect(lines.slice(2).map(({ level }) => level)).toEqual([40]);
});
