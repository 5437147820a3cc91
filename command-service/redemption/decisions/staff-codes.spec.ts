import type { Refused } from '@perktree/contracts/kernel/refusals';
import { describe, expect, it } from 'vitest';
import { type CodeEntry, missRedemptionCode, refuseLocked, staffCodesFold } from './staff-codes.ts';

const member = {
  siteId: '0198c0de-0000-8000-8000-000000000001',
  tenantId: '0198c0de-0000-8000-8000-000000000002',
  staffId: 'staff',
};
const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 5, 1, 12, minute, second)).toISOString();
const miss = (state: CodeEntry, now: string) => missRedemptionCode(state, { ...member, now });
/** The state after misses at these times. */
const given = (...times: string[]): CodeEntry =>
  times.reduce(
    (state, now) => miss(state, now).reduce((s, event) => staffCodesFold.evolve(s, event, now), state),
    staffCodesFold.initialState,
  );

/** What a refusal fills in; null: there was none. */
function refusalValues(attempt: () => void): unknown {
  try {
    attempt();
    return null;
  } catch (error) {
    return (error as Refused).values;
  }
}

describe('wrong codes of a staff member at a site', () => {
  it('are recorded, each with its number in the window', () => {
    expect(miss(given(), at(0))).toEqual([
      { type: 'RedemptionCodeMissed', data: { ...member, missesInWindow: 1, lockedUntil: null } },
    ]);
    expect(miss(given(at(0), at(1)), at(2))[0]?.data.missesInWindow).toBe(3);
  });

  it('lock code entry for ten minutes at the fifth in ten minutes', () => {
    const [event] = miss(given(at(0), at(1), at(2), at(3)), at(9, 59));
    expect(event?.data).toMatchObject({ missesInWindow: 5, lockedUntil: at(19, 59) });
  });

  it('do not lock when the first of five is ten minutes old', () => {
    const [event] = miss(given(at(0), at(1), at(2), at(3)), at(10));
    expect(event?.data).toMatchObject({ missesInWindow: 4, lockedUntil: null });
  });

  it('are refused while locked, with the remaining time', () => {
    const locked = given(at(0), at(0), at(0), at(0), at(0));
    expect(() => refuseLocked(locked, at(5, 30))).toThrow(/Wait 5 minutes/);
    expect(() => miss(locked, at(9, 59))).toThrow(expect.objectContaining({ values: { minutes: 1, seconds: 1 } }));
  });

  it('are refused up to the last millisecond, with seconds rounded up', () => {
    const locked: CodeEntry = { misses: [], lockedUntil: '2026-06-01T12:10:00.000Z' };
    const secondsAt = (now: string) => refusalValues(() => refuseLocked(locked, now));
    expect(secondsAt('2026-06-01T12:09:58.999Z')).toEqual({ minutes: 1, seconds: 2 });
    expect(secondsAt('2026-06-01T12:09:59.999Z')).toEqual({ minutes: 1, seconds: 1 });
    expect(secondsAt('2026-06-01T12:10:00.000Z')).toBeNull();
  });

  it('are counted from zero after the lock', () => {
    const locked = given(at(0), at(0), at(0), at(0), at(0));
    expect(() => refuseLocked(locked, at(10))).not.toThrow();
    expect(miss(locked, at(10))[0]?.data).toMatchObject({ missesInWindow: 1, lockedUntil: null });
  });
});
