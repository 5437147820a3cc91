import { expect, it } from 'vitest';
import { evidenceUntil } from './evidence.ts';

it.each([
  ['Europe/Madrid', '2026-03-01T12:00:00.000Z', null, '2033-01-01T00:00:00.000Z'],
  ['Atlantic/Canary', '2026-12-31T23:59:59.999Z', null, '2033-01-01T00:00:00.000Z'],
  ['Europe/Berlin', '2027-01-01T00:00:00.000Z', null, '2036-01-01T00:00:00.000Z'],
  ['Europe/Berlin', '2026-12-31T23:30:00.000Z', null, '2036-01-01T00:00:00.000Z'],
  ['Atlantic/Azores', '2027-01-01T00:30:00.000Z', null, '2037-01-01T00:00:00.000Z'],
  ['UTC', '2026-03-01T12:00:00.000Z', null, '2037-01-01T00:00:00.000Z'],
  ['America/New_York', '2026-03-01T12:00:00.000Z', null, '2037-01-01T00:00:00.000Z'],
  ['Europe/Madrid', '2026-03-01T12:00:00.000Z', 2, '2029-01-01T00:00:00.000Z'],
  ['Europe/Madrid', '2026-03-01T12:00:00.000Z', 0, '2027-01-01T00:00:00.000Z'],
])('evidence of a payment in %s at %s, setting %s: kept until %s', (zone, paidAt, years, until) => {
  expect(evidenceUntil(zone, paidAt, years)).toBe(until);
});
