import { ROLES, type Role } from '@perktree/contracts/envelope';
import { describe, expect, it } from 'vitest';
import { type GuardedPath, passage, ROUTE_ROLES, roleFor } from './guard.ts';

const paths = Object.keys(ROUTE_ROLES) as GuardedPath[];
/** Specification 2.1, row by row, and the screens behind them. */
const SEEN_BY: Record<Exclude<Role, 'superadmin'>, readonly GuardedPath[]> = {
  customer: ['/my-scans', '/earnings', '/account'],
  distributor: ['/', '/dashboard', '/qr-management', '/qr-management/print', '/payouts', '/account'],
  site_owner: [
    '/',
    '/dashboard',
    '/qr-management',
    '/qr-management/print',
    '/qr-management/bulk',
    '/sites',
    '/sites/:siteId/redemptions',
    '/sites/:siteId/flags',
    '/sites/:siteId/audit',
    '/sites/:siteId/history',
    '/support',
    '/support/:kind/:id',
    '/payouts',
    '/staff-validation',
    '/subscription',
    '/checkout/:sessionId',
    '/account',
  ],
  staff: ['/', '/dashboard', '/staff-validation', '/account'],
};

describe('passage', () => {
  it.each(Object.entries(SEEN_BY))('lets %s into the routes of the table and nowhere else', (role, seen) => {
    for (const path of paths) {
      const home = role === 'customer' ? '/mobile-scanner' : '/';
      expect([path, passage(path, { isLoading: false, role: role as Role })]).toEqual([
        path,
        seen.includes(path) ? 'allow' : home,
      ]);
    }
  });

  it('waits while it is not known who is there, and asks the signed out to sign in', () => {
    for (const path of paths) {
      expect(passage(path, { isLoading: true, role: 'site_owner' })).toBe('wait');
      expect(passage(path, { isLoading: false, role: null })).toBe('sign-in');
    }
  });

  it('sends nobody in a circle', () => {
    for (const role of ROLES) {
      for (const path of paths) {
        const to = passage(path, { isLoading: false, role });
        if (to === '/') expect(passage('/', { isLoading: false, role })).toBe('allow');
      }
    }
  });
});

describe('roleFor', () => {
  it('finds the role that a screen is for, among those that somebody holds', () => {
    expect(roleFor('/staff-validation', ['customer', 'staff'])).toBe('staff');
    expect(roleFor('/payouts', ['customer', 'distributor', 'site_owner'])).toBe('site_owner');
    expect(roleFor('/sites', ['customer', 'distributor'])).toBeUndefined();
  });
});
