import type { Session } from '@perktree/platform/http/session';
import { expect, it } from 'vitest';
import type { AuditServiceDeps } from './deps.ts';
import { auditReports } from './service.ts';

const site = { id: 'site', tenantId: 'tenant', name: 'Shop', currency: 'EUR', timeZone: 'Europe/Madrid' };
const pool = { query: async () => ({ rows: [site] }) };
const session = { role: 'superadmin', allRoles: ['superadmin'] } as unknown as Session;
const ofSite = auditReports({ pool } as unknown as AuditServiceDeps)
  .filter(({ definition: { path } }) => path.includes(':siteId') && !path.includes(':month'))
  .map((call) => [call.definition.path, call] as const);

it.each(ofSite)('a file of %s without a period is named after the day of the site', async (_, call) => {
  const input = { params: { siteId: site.id }, query: {}, session, setHeader() {} };
  expect(await call.name(input, new Date('2026-12-31T23:30:00.000Z'))).toMatch(/^[a-z-]+_Shop_2027-01-01/);
});
