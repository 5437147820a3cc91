/**
 * The screens of the application by route. The server reads this file too, to answer 404 for other routes: it imports screens only
 * inside `load`, and the bundle of the server has none (scripts/lib/bundle.mjs).
 */
import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import type { ComponentType } from 'react';
import type { MenuItem } from './shell.tsx';

export interface Screen {
  /** Text catalogue (ui/locales). */
  readonly words: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Left out: the menu does not lead to it. The menu has the order of this file. */
  readonly menu?: Omit<MenuItem, 'path'> & {
    /** Left out: the roles that may open it. */
    readonly roles?: readonly Role[];
  };
}

export interface GuardedScreen extends Screen {
  /** Active roles that may open it. The server authorizes each call independently. */
  readonly roles: readonly Role[];
}

const CUSTOMER: readonly Role[] = ['customer'];
const OWNER: readonly Role[] = ['site_owner'];
const OPERATOR: readonly Role[] = ['superadmin'];
const EARNERS: readonly Role[] = ['site_owner', 'distributor'];
const COUNTER: readonly Role[] = ['site_owner', 'staff'];
/** Of the records of a business. */
const READERS: readonly Role[] = ['site_owner', 'superadmin', 'auditor'];
const PAYOUT_READERS: readonly Role[] = ['distributor', ...READERS];
const OWNER_OR_OPERATOR: readonly Role[] = ['site_owner', 'superadmin'];
const ADMINS: readonly Role[] = ['site_owner', 'distributor', 'staff', 'superadmin'];

/** The screens that need no account, by route. */
export const OPEN_SCREENS = {
  '/staff-invitations/:token': {
    words: 'staff-invitation',
    load: async () => ({ default: (await import('../staff/invitation-pages.tsx')).StaffInvitationPage }),
  },
  '/auditor-invitations/:token': {
    words: 'staff-invitation',
    load: async () => ({ default: (await import('../staff/invitation-pages.tsx')).AuditorInvitationPage }),
  },
  '/mobile-scanner': {
    words: 'scanner',
    load: () => import('../scan/scanner/scanner-page.tsx'),
    menu: { text: 'nav.scanner', icon: 'scanner', roles: CUSTOMER },
  },
} satisfies Readonly<Record<string, Screen>>;

/** The screens that need an account, by route. The shell surrounds them. */
export const SCREENS = {
  '/': {
    words: 'dashboard',
    roles: ADMINS,
    load: () => import('../dashboard/dashboard-page.tsx'),
    menu: { text: 'nav.dashboard', icon: 'dashboard' },
  },
  '/dashboard': { words: 'dashboard', roles: ADMINS, load: () => import('../dashboard/dashboard-page.tsx') },
  '/qr-management': {
    words: 'qr-management',
    roles: EARNERS,
    load: () => import('../qr/qr-management-page.tsx'),
    menu: { text: 'nav.qrs', icon: 'tree' },
  },
  '/qr-management/print': {
    words: 'print-sheets',
    roles: EARNERS,
    load: () => import('../qr/print-sheets/print-sheets-page.tsx'),
  },
  '/qr-management/tree': {
    words: 'commission-tree',
    roles: EARNERS,
    load: () => import('../qr/commission-tree/commission-tree-page.tsx'),
  },
  '/qr-management/bulk': { words: 'bulk-qrs', roles: OWNER, load: () => import('../qr/bulk/bulk-qrs-page.tsx') },
  '/sites': {
    words: 'sites',
    roles: OWNER,
    load: () => import('../site/sites-page.tsx'),
    menu: { text: 'nav.sites', icon: 'shop' },
  },
  '/sites/:siteId/redemptions': {
    words: 'redemptions',
    roles: OWNER,
    load: () => import('../redemption/redemptions-page.tsx'),
  },
  '/sites/:siteId/brand': { words: 'brand', roles: OWNER, load: () => import('../brand/brand-page.tsx') },
  '/sites/:siteId/flags': { words: 'flags', roles: OWNER, load: () => import('../flag/flags-page.tsx') },
  '/sites/:siteId/audit': { words: 'audit', roles: READERS, load: () => import('../audit/audit-page.tsx') },
  '/sites/:siteId/history': {
    words: 'site-history',
    roles: READERS,
    load: () => import('../site/history/site-history-page.tsx'),
  },
  '/payouts': {
    words: 'payouts',
    roles: EARNERS,
    load: () => import('../payout/payouts-page.tsx'),
    menu: { text: 'nav.payouts', icon: 'payments' },
  },
  '/payouts/:payoutId': { words: 'payouts', roles: PAYOUT_READERS, load: () => import('../payout/payout-page.tsx') },
  '/staff-validation': {
    words: 'counter',
    roles: COUNTER,
    load: () => import('../redemption/counter/counter-page.tsx'),
    menu: { text: 'nav.validation', icon: 'shield' },
  },
  '/approvals': {
    words: 'approvals',
    roles: COUNTER,
    load: () => import('../approval/approvals-page.tsx'),
    menu: { text: 'nav.approvals', icon: 'approval', roles: ['staff'] },
  },
  '/subscription': {
    words: 'subscription',
    roles: OWNER,
    load: () => import('../subscription/subscription-page.tsx'),
    menu: { text: 'nav.subscription', icon: 'card' },
  },
  '/checkout/:sessionId': {
    words: 'subscription',
    roles: OWNER,
    load: () => import('../subscription/checkout-page.tsx'),
  },
  '/audit': {
    words: 'audit',
    roles: READERS,
    load: () => import('../audit/audit-sites-page.tsx'),
    menu: { text: 'nav.audit', icon: 'checks', roles: ['superadmin', 'auditor'] },
  },
  '/audit/heads': { words: 'heads', roles: READERS, load: () => import('../audit/heads/heads-page.tsx') },
  '/audit/entries/:entryId': { words: 'audit', roles: READERS, load: () => import('../audit/trail-page.tsx') },
  '/support': {
    words: 'support',
    roles: READERS,
    load: () => import('../support/support-page.tsx'),
    menu: { text: 'nav.support', icon: 'headset', roles: ['superadmin', 'auditor'] },
  },
  '/support/tenants': { words: 'support', roles: OPERATOR, load: () => import('../support/tenants-page.tsx') },
  '/support/tenants/:tenantId': { words: 'support', roles: OPERATOR, load: () => import('../support/tenant-page.tsx') },
  '/support/:kind/:id': { words: 'support', roles: READERS, load: () => import('../support/timeline-page.tsx') },
  '/admin/queues': {
    words: 'queues',
    roles: OPERATOR,
    load: () => import('../operation/queues/queues-page.tsx'),
    menu: { text: 'nav.queues', icon: 'list' },
  },
  '/admin/projections': {
    words: 'projections',
    roles: OPERATOR,
    load: () => import('../operation/projections/projections-page.tsx'),
    menu: { text: 'nav.projections', icon: 'storage' },
  },
  '/my-scans': {
    words: 'my-scans',
    roles: CUSTOMER,
    load: () => import('../scan/my-scans/my-scans-page.tsx'),
    menu: { text: 'nav.scans', icon: 'history' },
  },
  '/earnings': {
    words: 'earnings',
    roles: CUSTOMER,
    load: () => import('../ledger/earnings-page.tsx'),
    menu: { text: 'nav.earnings', icon: 'wallet' },
  },
  '/webhooks': { words: 'webhooks', roles: OWNER, load: () => import('../webhook/webhooks-page.tsx') },
  '/api-keys': { words: 'api-keys', roles: OWNER, load: () => import('../api-key/api-keys-page.tsx') },
  '/auditors': { words: 'auditors', roles: OWNER_OR_OPERATOR, load: () => import('../auditor/auditors-page.tsx') },
  '/looks': { words: 'auditors', roles: READERS, load: () => import('../support/looks-page.tsx') },
  '/files': { words: 'files', roles: ROLES, load: () => import('../account/files/files-page.tsx') },
  '/account': { words: 'account', roles: ROLES, load: () => import('../account/account-page.tsx') },
} satisfies Readonly<Record<string, GuardedScreen>>;
export type GuardedPath = keyof typeof SCREENS;
