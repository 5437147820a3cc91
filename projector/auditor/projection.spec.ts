import { expect, it } from 'vitest';
import { NOON, SITE, uuid } from '../testing/events.ts';
import { rowsAfter } from '../testing/harness.ts';
import { auditors } from './projection.ts';

const of = { auditorId: uuid('auditor'), tenantId: SITE.tenantId };
const UNTIL = '2026-06-30T22:00:00.000Z';
const invited = (expiresAt: string, at: string) =>
  ({ type: 'AuditorInvited', data: { ...of, tokenHash: 'hash', expiresAt, until: UNTIL }, at }) as const;
const first = invited('2026-03-17T12:00:00.000Z', NOON);

it('auditors keep when they were invited if the invitation is sent again', () => {
  const again = invited('2026-03-27T12:00:00.000Z', '2026-03-20T12:00:00.000Z');
  expect(rowsAfter(auditors, [first, again])).toMatchObject([
    { invited_at: NOON, expires_at: '2026-03-27T12:00:00.000Z' },
  ]);
});
