import type { Session } from '@perktree/platform/http/session';
import { expect, it } from 'vitest';
import type { AuditServiceDeps } from '../deps.ts';
import { statementReports } from './routes.ts';

const site = { id: 'site', tenantId: 'tenant', name: 'Shop', currency: 'EUR', timeZone: 'Europe/Madrid' };
const session = { role: 'superadmin', allRoles: ['superadmin'] } as unknown as Session;
const pool = { query: async () => ({ rows: [site] }) };
const [ofSite] = statementReports({ pool } as unknown as AuditServiceDeps);

it.each<readonly [object, string]>([
  [{}, '2027-01-01_2027-01-01'],
  [{ timeZone: 'UTC' }, '2026-12-01_2026-12-31'],
  // A period that is not over ends now.
  [{ to: '2027-06-30T22:00:00.000Z' }, '2027-01-01_2027-01-01'],
])(
  'a file without a period is named after the month so far in the time zone of the site, or the asked one: %j',
  async (query, days) => {
    const input = { params: { siteId: 'site' }, query, session, setHeader: () => {} };
    const newYear = new Date('2026-12-31T23:30:00.000Z');
    expect(await ofSite?.name(input, newYear)).toBe(`statement_Shop_${days}`);
  },
);
