import type { DigestFigures, DigestReader, WeeklyDigests } from '@perktree/contracts/dashboard/weekly-digest';
import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastSending, weeklyDigestsJob } from './weekly-digest.ts';

it.each([
  ['2026-11-23T08:00:00.000Z', '2026-11-23T08:00:00.000Z', '2026-11-16', '2026-11-22'],
  ['2026-11-23T07:59:59.999Z', '2026-11-16T08:00:00.000Z', '2026-11-09', '2026-11-15'],
  ['2026-11-29T23:59:59.999Z', '2026-11-23T08:00:00.000Z', '2026-11-16', '2026-11-22'],
  ['2027-01-04T12:00:00.000Z', '2027-01-04T08:00:00.000Z', '2026-12-28', '2027-01-03'],
])('at %s the last digests were due at %s', (now, at, from, to) => {
  expect(lastSending(new Date(now))).toEqual({ at: new Date(at), week: { from, to } });
});

it('is always due on a Monday at 08:00, about the seven days before that Monday', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2024-01-02'), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
      const { at, week } = lastSending(now);
      expect([at.getUTCDay(), at.getUTCHours(), at.getTime() % HOUR_MS]).toEqual([1, 8, 0]);
      expect(now.getTime() - at.getTime()).toBeGreaterThanOrEqual(0);
      expect(now.getTime() - at.getTime()).toBeLessThan(7 * DAY_MS);
      expect(Date.parse(week.to) - Date.parse(week.from)).toBe(6 * DAY_MS);
      expect(at.getTime() - Date.parse(week.to)).toBe(DAY_MS + 8 * HOUR_MS);
    }),
  );
});

const reader = (n: number): DigestReader => ({
  userId: String(n).padStart(4, '0'),
  tenantId: null,
  isDistributor: true,
});

it('queues one digest for each of many people, though some of them fail at first', async () => {
  const people = Array.from({ length: 250 }, (_, n) => reader(n));
  const queued: string[] = [];
  const digests: WeeklyDigests = {
    readersOf: async ({ limit, after }) =>
      people.filter(({ userId }) => !queued.includes(userId) && (after === null || userId > after)).slice(0, limit),
    queue: async ({ userId }) => void queued.push(userId),
  };
  let isBroken = true;
  const figuresOf = async ({ userId }: DigestReader): Promise<DigestFigures | null> => {
    if (isBroken && Number(userId) < 120) throw new Error('not now');
    return null;
  };
  const job = weeklyDigestsJob({ digests, figuresOf, clock: () => new Date('2026-11-23T09:00:00Z') });
  await expect(job.run()).rejects.toThrow('not now');
  expect(queued).toHaveLength(130);
  isBroken = false;
  await job.run();
  expect(queued.toSorted()).toEqual(people.map(({ userId }) => userId));
});
