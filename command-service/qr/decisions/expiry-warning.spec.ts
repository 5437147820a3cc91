import { expect, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { decideWarning, type EndingQr, expiryWarningsFold } from './expiry-warning.ts';

const NOW = '2026-05-01T10:00:00.000Z';
const site = { siteId: '0198c0de-0000-4000-8000-000000000001', tenantId: '0198c0de-0000-4000-8000-000000000002' };
const qr = (n: number, expiresAt: string, period = 1): EndingQr => ({
  ...{ qrId: `0198c0de-0000-4000-8000-00000000001${n}`, rootQrId: `0198c0de-0000-4000-8000-00000000001${n}` },
  ...{ name: `QR ${n}`, period, expiresAt },
});
const warn = (qrs: readonly EndingQr[], now = NOW, before = expiryWarningsFold.initialState) =>
  decideWarning(before, { ...site, qrs: [...qrs], now });

it.each([
  ['a day and an hour ahead', '2026-05-02T11:00:00.000Z', true],
  ['later than that', '2026-05-02T11:00:00.001Z', false],
  ['in the past, while no process ran', '2026-04-24T10:00:00.001Z', true],
  ['more than a week ago', '2026-04-24T10:00:00.000Z', false],
])('warns of an end %s: %s', (_, expiresAt, isWarned) => {
  expect(warn([qr(1, expiresAt)])).toHaveLength(isWarned ? 1 : 0);
});

it('warns once of each issue period, in one event for the site', () => {
  const soon = '2026-05-02T10:00:00.000Z';
  const events = warn([qr(1, soon), qr(2, soon), qr(3, '2026-06-01T10:00:00.000Z')]);
  expect(events).toEqual([{ type: 'ExpiryWarned', data: { ...site, qrs: [qr(1, soon), qr(2, soon)] } }]);
  const after = given(expiryWarningsFold, events, NOW);
  expect(warn([qr(1, soon), qr(2, soon)], NOW, after)).toEqual([]);
  expect(warn([qr(1, soon, 2)], NOW, after)).toHaveLength(1);
});

it('forgets what can no longer be due', () => {
  const first = given(expiryWarningsFold, warn([qr(1, '2026-05-02T10:00:00.000Z')]), NOW);
  const later = '2026-05-09T10:00:00.000Z';
  const next = given(expiryWarningsFold, warn([qr(2, '2026-05-10T10:00:00.000Z')], later, first), later, first);
  expect([...next.keys()]).toEqual([`${qr(2, later).qrId} 1`]);
});
