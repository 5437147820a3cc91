import { Refused } from '@perktree/contracts/kernel/refusals';
import { describe, expect, it, vi } from 'vitest';
import { doOrLog } from './do-or-log.ts';

const logger = () => ({ warn: vi.fn(), error: vi.fn() });
const about = { failure: 'a QR was not reissued yet', qrId: '1' };

describe('a work of a job', () => {
  it.each([
    ['error', new Error('damaged')],
    ['warn', new Refused('TOO_MUCH_CONTENTION')],
  ] as const)('that fails is logged as %s, and the job continues', async (level, err) => {
    const log = logger();
    await doOrLog(log, about, () => Promise.reject(err));
    expect(log[level]).toHaveBeenCalledExactlyOnceWith({ err, qrId: '1' }, about.failure);
  });

  it('fails the run if a store is unavailable', async () => {
    const log = logger();
    const unavailable = new Refused('UNAVAILABLE');
    await expect(doOrLog(log, about, () => Promise.reject(unavailable))).rejects.toBe(unavailable);
    expect([log.warn, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
