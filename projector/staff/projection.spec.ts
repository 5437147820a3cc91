import { describe, expect, it } from 'vitest';
import { NOON, SITE, uuid } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { siteStaff } from './projection.ts';

const joined = (at: string) =>
  ({ type: 'StaffJoined', data: { ...SITE, invitationId: uuid('invitation'), userId: 'sam' }, at }) as const;
const removed = { type: 'StaffRemoved', data: { ...SITE, userId: 'sam' } } as const;

describe('site staff', () => {
  it('is not who was removed, and again who joined again', () => {
    expect(rowsAfter(siteStaff, [joined(NOON), removed])).toMatchObject([{ is_active: false }]);
    expect(rowsAfter(siteStaff, [joined(NOON), removed, joined('2026-04-01T08:00:00Z')])).toMatchObject([
      { is_active: true, joined_at: '2026-04-01T08:00:00.000Z' },
    ]);
  });
});
