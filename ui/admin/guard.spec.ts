import type { Role } from '@perktree/contracts/kernel/envelope';
import { describe, expect, it } from 'vitest';
import { passage, roleFor } from './navigation.ts';
import { type GuardedPath, SCREENS } from './screens.ts';

const paths = Object.keys(SCREENS) as GuardedPath[];
/** The roles that open each route. */
const SEEN_BY: Readonly<Record<GuardedPath, string>> = {
  '/my-scans': 'customer',
  '/earnings': 'customer',
  '/files': 'customer distributor site_owner auditor staff superadmin',
  '/account': 'customer distributor site_owner auditor staff superadmin',
  '/': 'distributor site_owner staff superadmin',
  '/dashboard': 'distributor site_owner staff superadmin',
  '/qr-management': 'distributor site_owner',
  '/qr-management/print': 'distributor site_owner',
  '/qr-management/tree': 'distributor site_owner',
  '/payouts': 'distributor site_owner',
  '/payouts/:payoutId': 'distributor site_owner auditor superadmin',
  '/qr-management/bulk': 'site_owner',
  '/sites': 'site_owner',
  '/sites/:siteId/redemptions': 'site_owner',
  '/sites/:siteId/brand': 'site_owner',
  '/sites/:siteId/flags': 'site_owner',
  '/sites/:siteId/audit': 'site_owner auditor superadmin',
  '/sites/:siteId/history': 'site_owner auditor superadmin',
  '/audit': 'site_owner auditor superadmin',
  '/audit/heads': 'site_owner auditor superadmin',
  '/audit/entries/:entryId': 'site_owner auditor superadmin',
  '/support': 'site_owner auditor superadmin',
  '/support/:kind/:id': 'site_owner auditor superadmin',
  '/approvals': 'site_owner staff',
  '/staff-validation': 'site_owner staff',
  '/subscription': 'site_owner',
  '/checkout/:sessionId': 'site_owner',
  '/webhooks': 'site_owner',
  '/api-keys': 'site_owner',
  '/auditors': 'site_owner superadmin',
  '/looks': 'site_owner auditor superadmin',
  '/support/tenants': 'superadmin',
  '/support/tenants/:tenantId': 'superadmin',
  '/admin/queues': 'superadmin',
  '/admin/projections': 'superadmin',
};
const HOMES: Readonly<Record<Role, string>> = {
  ...{ customer: '/mobile-scanner', auditor: '/audit' },
  ...{ distributor: '/', site_owner: '/', staff: '/', superadmin: '/' },
};

describe('passage', () => {
  it.each(paths)('to %s is for the roles of the table; others are sent to their home', (path) => {
    const led = Object.keys(HOMES).map((role) => [role, passage(path, { isLoading: false, role: role as Role })]);
    const seen = SEEN_BY[path].split(' ');
    expect(led).toEqual(Object.entries(HOMES).map(([role, home]) => [role, seen.includes(role) ? 'allow' : home]));
  });

  it('waits while the user is loading, and sends signed-out visitors to sign in', () => {
    for (const path of paths) {
      expect(passage(path, { isLoading: true, role: 'site_owner' })).toBe('wait');
      expect(passage(path, { isLoading: false, role: null })).toBe('sign-in');
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
