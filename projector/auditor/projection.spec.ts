import { describe, expect, it } from 'vitest';
import { NOON, SITE, uuid } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { auditors } from './projection.ts';

const of = { auditorId: uuid('auditor'), tenantId: SITE.tenantId };
const UNTIL = '2026-06-30T22:00:00.000Z';
const invited = (expiresAt: string, at: string) =>
  ({ type: 'AuditorInvited', data: { ...of, tokenHash: 'hash', expiresAt, until: UNTIL }, at }) as const;
const first = invited('2026-03-17T12:00:00.000Z', NOON);
const joined = { type: 'AuditorJoined', data: { ...of, userId: 'ann' }, at: '2026-03-11T08:00:00.000Z' } as const;
const ended = { type: 'AuditorEnded', data: { ...of, userId: 'ann' }, at: '2026-04-01T08:00:00.000Z' } as const;

describe('auditors', () => {
  it('are those who were invited, have joined and were ended', () => {
    const row = {
      ...{ auditor_id: of.auditorId, tenant_id: SITE.tenantId, invited_at: NOON, until: UNTIL },
      ...{ expires_at: '2026-03-17T12:00:00.000Z', user_id: null, joined_at: null, ended_at: null },
    };
    expect(rowsAfter(auditors, [first])).toEqual([row]);
    expect(rowsAfter(auditors, [first, joined])).toEqual([{ ...row, user_id: 'ann', joined_at: joined.at }]);
    expect(rowsAfter(auditors, [first, joined, ended])).toMatchObject([{ ended_at: ended.at }]);
  });

  it('keep when they were invited if the invitation is sent again', () => {
    const again = invited('2026-03-27T12:00:00.000Z', '2026-03-20T12:00:00.000Z');
    expect(rowsAfter(auditors, [first, again])).toMatchObject([
      { invited_at: NOON, expires_at: '2026-03-27T12:00:00.000Z' },
    ]);
  });
});
