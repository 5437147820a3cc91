import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import { describe, expect, it } from 'vitest';
import type { GuardedPath } from './screen-paths.ts';
import { passage, roleFor, SCREENS } from './screens.ts';

const paths = Object.keys(SCREENS) as GuardedPath[];
/** Routes by role. */
const SEEN_BY: Record<Role, readonly GuardedPath[]> = {
  customer: ['/my-scans', '/earnings', '/files', '/account'],
  distributor: [
    '/',
    '/dashboard',
    '/qr-management',
    '/qr-management/print',
    '/qr-management/tree',
    '/payouts',
    '/payouts/:payoutId',
    '/files',
    '/account',
  ],
  site_owner: [
    '/',
    '/dashboard',
    '/qr-management',
    '/qr-management/print',
    '/qr-management/tree',
    '/qr-management/bulk',
    '/sites',
    '/sites/:siteId/redemptions',
    '/sites/:siteId/brand',
    '/sites/:siteId/flags',
    '/sites/:siteId/audit',
    '/sites/:siteId/history',
    '/audit',
    '/audit/heads',
    '/audit/entries/:entryId',
    '/support',
    '/support/:kind/:id',
    '/payouts',
    '/payouts/:payoutId',
    '/approvals',
    '/staff-validation',
    '/subscription',
    '/checkout/:sessionId',
    '/webhooks',
    '/api-keys',
    '/auditors',
    '/looks',
    '/files',
    '/account',
  ],
  auditor: [
    '/sites/:siteId/audit',
    '/sites/:siteId/history',
    '/audit',
    '/audit/heads',
    '/audit/entries/:entryId',
    '/support',
    '/support/:kind/:id',
    '/payouts/:payoutId',
    '/looks',
    '/files',
    '/account',
  ],
  staff: ['/', '/dashboard', '/approvals', '/staff-validation', '/files', '/account'],
  superadmin: [
    '/',
    '/dashboard',
    '/payouts/:payoutId',
    '/sites/:siteId/audit',
    '/sites/:siteId/history',
    '/audit',
    '/audit/heads',
    '/audit/entries/:entryId',
    '/support',
    '/support/tenants',
    '/support/tenants/:tenantId',
    '/support/:kind/:id',
    '/payouts/:payoutId',
    '/admin/queues',
    '/admin/projections',
    '/auditors',
    '/looks',
    '/files',
    '/account',
  ],
};

describe('passage', () => {
  it.each(Object.entries(SEEN_BY))('lets %s open exactly the routes of the table', (role, seen) => {
    for (const path of paths) {
      const home = { customer: '/mobile-scanner', auditor: '/audit' }[role] ?? '/';
      expect([path, passage(path, { isLoading: false, role: role as Role })]).toEqual([
        path,
        seen.includes(path) ? 'allow' : home,
      ]);
    }
  });

  it('waits while the user is loading, and sends signed-out visitors to sign in', () => {
    for (const path of paths) {
      expect(passage(path, { isLoading: true, role: 'site_owner' })).toBe('wait');
      expect(passage(path, { isLoading: false, role: null })).toBe('sign-in');
    }
  });

  it('never redirects in a loop', () => {
    for (const role of ROLES) {
      for (const path of paths) {
        const to = passage(path, { isLoading: false, role });
        if (to === '/') expect(passage('/', { isLoading: false, role })).toBe('allow');
      }
    }
  });
});

describe('roleFor', () => {
  it('finds the held role that may open a screen', () => {
    expect(roleFor('/staff-validation', ['customer', 'staff'])).toBe('staff');
    expect(roleFor('/payouts', ['customer', 'distributor', 'site_owner'])).toBe('site_owner');
    expect(roleFor('/sites', ['customer', 'distributor'])).toBeUndefined();
  });
});
