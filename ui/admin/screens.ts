import { ROLES, type Role } from '@perktree/contracts/envelope';
import type { ComponentType } from 'react';

interface Screen {
  /** The active roles that see it. The server authorizes each call by itself. */
  readonly roles: readonly Role[];
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

const ADMINS: readonly Role[] = ['site_owner', 'distributor', 'staff', 'superadmin'];

/** The screens of signed-in people, by route. */
export const SCREENS = {
  '/': { roles: ADMINS, load: () => import('../features/dashboard/dashboard-page.tsx') },
  '/dashboard': { roles: ADMINS, load: () => import('../features/dashboard/dashboard-page.tsx') },
  '/my-scans': { roles: ['customer'], load: () => import('../features/my-scans/my-scans-page.tsx') },
  '/earnings': { roles: ['customer'], load: () => import('../features/earnings/earnings-page.tsx') },
  '/qr-management': {
    roles: ['site_owner', 'distributor'],
    load: () => import('../features/qr-management/qr-management-page.tsx'),
  },
  '/qr-management/print': {
    roles: ['site_owner', 'distributor'],
    load: () => import('../features/print-sheets/print-sheets-page.tsx'),
  },
  '/qr-management/tree': {
    roles: ['site_owner', 'distributor'],
    load: () => import('../features/tree-picture/tree-picture-page.tsx'),
  },
  '/qr-management/bulk': { roles: ['site_owner'], load: () => import('../features/bulk-qrs/bulk-qrs-page.tsx') },
  '/sites': { roles: ['site_owner'], load: () => import('../features/sites/sites-page.tsx') },
  '/sites/:siteId/redemptions': {
    roles: ['site_owner'],
    load: () => import('../features/redemptions/redemptions-page.tsx'),
  },
  '/sites/:siteId/brand': { roles: ['site_owner'], load: () => import('../features/brand/brand-page.tsx') },
  '/sites/:siteId/flags': { roles: ['site_owner'], load: () => import('../features/flags/flags-page.tsx') },
  '/sites/:siteId/audit': {
    roles: ['site_owner', 'superadmin'],
    load: () => import('../features/audit/audit-page.tsx'),
  },
  '/sites/:siteId/history': {
    roles: ['site_owner', 'superadmin'],
    load: () => import('../features/site-history/site-history-page.tsx'),
  },
  '/audit': { roles: ['superadmin'], load: () => import('../features/audit/audit-sites-page.tsx') },
  '/support': { roles: ['site_owner', 'superadmin'], load: () => import('../features/support/support-page.tsx') },
  '/support/:kind/:id': {
    roles: ['site_owner', 'superadmin'],
    load: () => import('../features/support/timeline-page.tsx'),
  },
  '/payouts': { roles: ['site_owner', 'distributor'], load: () => import('../features/payouts/payouts-page.tsx') },
  '/staff-validation': {
    roles: ['site_owner', 'staff'],
    load: () => import('../features/staff-validation/staff-validation-page.tsx'),
  },
  '/subscription': { roles: ['site_owner'], load: () => import('../features/subscription/subscription-page.tsx') },
  '/checkout/:sessionId': { roles: ['site_owner'], load: () => import('../features/subscription/checkout-page.tsx') },
  '/admin/queues': { roles: ['superadmin'], load: () => import('../features/queues/queues-page.tsx') },
  '/admin/projections': { roles: ['superadmin'], load: () => import('../features/projections/projections-page.tsx') },
  '/webhooks': { roles: ['site_owner'], load: () => import('../features/webhooks/webhooks-page.tsx') },
  '/api-keys': { roles: ['site_owner'], load: () => import('../features/api-keys/api-keys-page.tsx') },
  '/files': { roles: ROLES, load: () => import('../features/files/files-page.tsx') },
  '/account': { roles: ROLES, load: () => import('../features/account/account-page.tsx') },
} as const satisfies Record<string, Screen>;
export type GuardedPath = keyof typeof SCREENS;
