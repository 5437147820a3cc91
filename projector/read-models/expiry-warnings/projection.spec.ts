import { expect, it } from 'vitest';
import { SITE, uuid } from '../../testing/events.ts';
import { rowsAfter } from '../../testing/harness.ts';
import { expiryWarnings } from './projection.ts';

it('has a row for each issue period', () => {
  const expiresAt = '2026-03-02T12:00:00.000Z';
  const qr = (name: string, period: number) => ({
    ...{ qrId: uuid(name), rootQrId: uuid(name), name, period, expiresAt },
  });
  const rows = rowsAfter(expiryWarnings, [
    { type: 'ExpiryWarned', data: { ...SITE, qrs: [qr('a', 1), qr('b', 1)] } },
    { type: 'ExpiryWarned', data: { ...SITE, qrs: [qr('a', 2)] } },
  ]);
  expect(rows.map(({ qr_id, period }) => [qr_id, period]).sort()).toEqual(
    [
      [uuid('a'), 1],
      [uuid('a'), 2],
      [uuid('b'), 1],
    ].sort(),
  );
  expect(rows[0]).toMatchObject({ tenant_id: SITE.tenantId, expires_at: expiresAt });
});
