import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import type { ComponentType } from 'react';
import type { GuardedPath, OPEN_PATHS } from './screen-paths.ts';

interface Screen {
  /** Text catalogue (ui/locales). */
  readonly words: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

interface GuardedScreen extends Screen {
  /** Active roles that may open it. The server authorizes each call independently. */
  readonly roles: readonly Role[];
}

/** Of the records of a business. */
const READERS: readonly Role[] = ['site_owner', 'superadmin', 'auditor'];
const ADMINS: readonly Role[] = ['site_owner', 'distributor', 'staff', 'superadmin'];

/** The screens that need no account, by route. */
export const OPEN_SCREENS = {
  '/staff-invitations/:token': {
    words: 'staff-invitation',
    load: () => import('../staff/staff-invitation-page.tsx'),
  },
  '/auditor-invitations/:token': {
    words: 'staff-invitation',
    load: () => import('../staff/auditor-invitation-page.tsx'),
  },
  '/mobile-scanner': { words: 'scanner', load: () => import('../scan/scanner/scanner-page.tsx') },
} as const satisfies Record<(typeof OPEN_PATHS)[number], Screen>;

/** The screens that need an account, by route. The shell surrounds them. */
export const SCREENS = {
  '/': { roles: ADMINS, words: 'dashboard', load: () => import('../dashboard/dashboard-page.tsx') },
  '/dashboard': { roles: ADMINS, words: 'dashboard', load: () => import('../dashboard/dashboard-page.tsx') },
  '/my-scans': { roles: ['customer'], words: 'my-scans', load: () => import('../scan/my-scans/my-scans-page.tsx') },
  '/earnings': { roles: ['customer'], words: 'earnings', load: () => import('../ledger/earnings-page.tsx') },
  '/qr-management': {
    roles: ['site_owner', 'distributor'],
    words: 'qr-management',
    load: () => import('../qr/qr-management-page.tsx'),
  },
  '/qr-management/print': {
    roles: ['site_owner', 'distributor'],
    words: 'print-sheets',
    load: () => import('../qr/print-sheets/print-sheets-page.tsx'),
  },
  '/qr-management/tree': {
    roles: ['site_owner', 'distributor'],
    words: 'commission-tree',
    load: () => import('../qr/commission-tree/commission-tree-page.tsx'),
  },
  '/qr-management/bulk': {
    roles: ['site_owner'],
    words: 'bulk-qrs',
    load: () => import('../qr/bulk/bulk-qrs-page.tsx'),
  },
  '/sites': { roles: ['site_owner'], words: 'sites', load: () => import('../site/sites-page.tsx') },
  '/sites/:siteId/redemptions': {
    roles: ['site_owner'],
    words: 'redemptions',
    load: () => import('../redemption/redemptions-page.tsx'),
  },
  '/sites/:siteId/brand': {
    roles: ['site_owner'],
    words: 'brand',
    load: () => import('../brand/brand-page.tsx'),
  },
  '/sites/:siteId/flags': {
    roles: ['site_owner'],
    words: 'flags',
    load: () => import('../flag/flags-page.tsx'),
  },
  '/sites/:siteId/audit': {
    roles: READERS,
    words: 'audit',
    load: () => import('../audit/audit-page.tsx'),
  },
  '/sites/:siteId/history': {
    roles: READERS,
    words: 'site-history',
    load: () => import('../site/history/site-history-page.tsx'),
  },
  '/audit': {
    roles: READERS,
    words: 'audit',
    load: () => import('../audit/audit-sites-page.tsx'),
  },
  '/audit/heads': {
    roles: READERS,
    words: 'heads',
    load: () => import('../audit/heads/heads-page.tsx'),
  },
  '/audit/entries/:entryId': {
    roles: READERS,
    words: 'audit',
    load: () => import('../audit/trail-page.tsx'),
  },
  '/support': {
    roles: READERS,
    words: 'support',
    load: () => import('../support/support-page.tsx'),
  },
  '/support/tenants': {
    roles: ['superadmin'],
    words: 'support',
    load: () => import('../support/tenants-page.tsx'),
  },
  '/support/tenants/:tenantId': {
    roles: ['superadmin'],
    words: 'support',
    load: () => import('../support/tenant-page.tsx'),
  },
  '/support/:kind/:id': {
    roles: READERS,
    words: 'support',
    load: () => import('../support/timeline-page.tsx'),
  },
  '/payouts': {
    roles: ['site_owner', 'distributor'],
    words: 'payouts',
    load: () => import('../payout/payouts-page.tsx'),
  },
  '/approvals': {
    roles: ['site_owner', 'staff'],
    words: 'approvals',
    load: () => import('../approval/approvals-page.tsx'),
  },
  '/payouts/:payoutId': {
    roles: ['distributor', ...READERS],
    words: 'payouts',
    load: () => import('../payout/payout-page.tsx'),
  },
  '/staff-validation': {
    roles: ['site_owner', 'staff'],
    words: 'counter',
    load: () => import('../redemption/counter/counter-page.tsx'),
  },
  '/subscription': {
    roles: ['site_owner'],
    words: 'subscription',
    load: () => import('../subscription/subscription-page.tsx'),
  },
  '/checkout/:sessionId': {
    roles: ['site_owner'],
    words: 'subscription',
    load: () => import('../subscription/checkout-page.tsx'),
  },
  '/admin/queues': {
    roles: ['superadmin'],
    words: 'queues',
    load: () => import('../operation/queues/queues-page.tsx'),
  },
  '/admin/projections': {
    roles: ['superadmin'],
    words: 'projections',
    load: () => import('../operation/projections/projections-page.tsx'),
  },
  '/webhooks': {
    roles: ['site_owner'],
    words: 'webhooks',
    load: () => import('../webhook/webhooks-page.tsx'),
  },
  '/api-keys': {
    roles: ['site_owner'],
    words: 'api-keys',
    load: () => import('../api-key/api-keys-page.tsx'),
  },
  '/auditors': {
    roles: ['site_owner', 'superadmin'],
    words: 'auditors',
    load: () => import('../auditor/auditors-page.tsx'),
  },
  '/looks': {
    roles: READERS,
    words: 'auditors',
    load: () => import('../support/looks-page.tsx'),
  },
  '/files': { roles: ROLES, words: 'files', load: () => import('../account/files/files-page.tsx') },
  '/account': { roles: ROLES, words: 'account', load: () => import('../account/account-page.tsx') },
} as const satisfies Record<GuardedPath, GuardedScreen>;

/** Loaded separately from the screens, because the login page does not need it. */
export const loadShell = () => import('./shell.tsx');
