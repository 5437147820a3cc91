import { expect, it } from 'vitest';
import { scanStatus } from './code-row.tsx';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const before = '2026-03-01T11:59:59.000Z';
const after = '2026-03-01T12:00:01.000Z';

it.each([
  [{ isRedeemed: true, expiresAtUtc: before }, 'redeemed'],
  [{ isRedeemed: false, expiresAtUtc: before }, 'expired'],
  [{ isRedeemed: false, expiresAtUtc: after }, 'available'],
  [{ isRedeemed: false, expiresAtUtc: null }, 'available'],
] as const)('%o is %s', (scan, status) => {
  expect(scanStatus(scan, NOW)).toBe(status);
});
