import { calls } from '@perktree/contracts/catalogue/calls';
import { ROLES, type Role } from '@perktree/contracts/kernel/envelope';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { pageSaysSignedOut } from '../lib/brand.ts';
import { queryKeyOf } from '../lib/use-api.ts';
import { type GuardedPath, type OPEN_PATHS, SCREEN_ROLES } from './screen-paths.ts';

interface Screen {
  /** Text catalogue (ui/locales). */
  readonly words: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

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
  '/mobile-scanner': { words: 'scanner', load: () => import('../scan/scanner/scanner-page.tsx') },
} as const satisfies Record<(typeof OPEN_PATHS)[number], Screen>;

/** The screens that need an account, by route. The shell surrounds them. */
export const SCREENS: Readonly<Record<GuardedPath, Screen>> = {
  '/': { words: 'dashboard', load: () => import('../dashboard/dashboard-page.tsx') },
  '/dashboard': { words: 'dashboard', load: () => import('../dashboard/dashboard-page.tsx') },
  '/my-scans': { words: 'my-scans', load: () => import('../scan/my-scans/my-scans-page.tsx') },
  '/earnings': { words: 'earnings', load: () => import('../ledger/earnings-page.tsx') },
  '/qr-management': { words: 'qr-management', load: () => import('../qr/qr-management-page.tsx') },
  '/qr-management/print': { words: 'print-sheets', load: () => import('../qr/print-sheets/print-sheets-page.tsx') },
  '/qr-management/tree': {
    words: 'commission-tree',
    load: () => import('../qr/commission-tree/commission-tree-page.tsx'),
  },
  '/qr-management/bulk': { words: 'bulk-qrs', load: () => import('../qr/bulk/bulk-qrs-page.tsx') },
  '/sites': { words: 'sites', load: () => import('../site/sites-page.tsx') },
  '/sites/:siteId/redemptions': { words: 'redemptions', load: () => import('../redemption/redemptions-page.tsx') },
  '/sites/:siteId/brand': { words: 'brand', load: () => import('../brand/brand-page.tsx') },
  '/sites/:siteId/flags': { words: 'flags', load: () => import('../flag/flags-page.tsx') },
  '/sites/:siteId/audit': { words: 'audit', load: () => import('../audit/audit-page.tsx') },
  '/sites/:siteId/history': { words: 'site-history', load: () => import('../site/history/site-history-page.tsx') },
  '/audit': { words: 'audit', load: () => import('../audit/audit-sites-page.tsx') },
  '/audit/heads': { words: 'heads', load: () => import('../audit/heads/heads-page.tsx') },
  '/audit/entries/:entryId': { words: 'audit', load: () => import('../audit/trail-page.tsx') },
  '/support': { words: 'support', load: () => import('../support/support-page.tsx') },
  '/support/tenants': { words: 'support', load: () => import('../support/tenants-page.tsx') },
  '/support/tenants/:tenantId': { words: 'support', load: () => import('../support/tenant-page.tsx') },
  '/support/:kind/:id': { words: 'support', load: () => import('../support/timeline-page.tsx') },
  '/payouts': { words: 'payouts', load: () => import('../payout/payouts-page.tsx') },
  '/approvals': { words: 'approvals', load: () => import('../approval/approvals-page.tsx') },
  '/payouts/:payoutId': { words: 'payouts', load: () => import('../payout/payout-page.tsx') },
  '/staff-validation': { words: 'counter', load: () => import('../redemption/counter/counter-page.tsx') },
  '/subscription': { words: 'subscription', load: () => import('../subscription/subscription-page.tsx') },
  '/checkout/:sessionId': { words: 'subscription', load: () => import('../subscription/checkout-page.tsx') },
  '/admin/queues': { words: 'queues', load: () => import('../operation/queues/queues-page.tsx') },
  '/admin/projections': { words: 'projections', load: () => import('../operation/projections/projections-page.tsx') },
  '/webhooks': { words: 'webhooks', load: () => import('../webhook/webhooks-page.tsx') },
  '/api-keys': { words: 'api-keys', load: () => import('../api-key/api-keys-page.tsx') },
  '/auditors': { words: 'auditors', load: () => import('../auditor/auditors-page.tsx') },
  '/looks': { words: 'auditors', load: () => import('../support/looks-page.tsx') },
  '/files': { words: 'files', load: () => import('../account/files/files-page.tsx') },
  '/account': { words: 'account', load: () => import('../account/account-page.tsx') },
};

/** Loaded separately from the screens, because the login page does not need it. */
export const loadShell = () => import('./shell.tsx');

type Passage = 'wait' | 'allow' | 'sign-in' | '/mobile-scanner' | '/audit' | '/';

/** What happens when a route is opened: show it, wait, sign in, or go to the role's home. */
export function passage(path: GuardedPath, auth: { readonly isLoading: boolean; readonly role: Role | null }): Passage {
  if (auth.isLoading) return 'wait';
  if (auth.role === null) return 'sign-in';
  if (SCREEN_ROLES[path].includes(auth.role)) return 'allow';
  if (auth.role === 'auditor') return '/audit';
  return auth.role === 'customer' ? '/mobile-scanner' : '/';
}

export function roleFor(path: GuardedPath, held: readonly Role[]): Role | undefined {
  return ROLES.find((role) => held.includes(role) && SCREEN_ROLES[path].includes(role));
}

/** What the first screen needs. React would request each part only after the one before had arrived. */
interface FirstScreen {
  /** Text catalogues (ui/locales). */
  readonly words: readonly string[];
  /** Requests its files in parallel, and resolves after them. If a request fails, the screen repeats it and shows the error. */
  readonly load: () => Promise<unknown>;
}

export function firstScreen(pathname: string): FirstScreen {
  const guarded = find(SCREENS, pathname);
  const screen = guarded ?? find(OPEN_SCREENS, pathname);
  // Guarded screens send a signed-out visitor to the login page, which is another document.
  if (screen === undefined || (guarded && pageSaysSignedOut())) return { words: [], load: async () => {} };
  const isFramed = screen === guarded;
  return {
    words: isFramed ? ['shell', screen.words] : [screen.words],
    load: () => Promise.allSettled([screen.load(), ...(isFramed ? [loadShell()] : [])]),
  };
}

/** Requests the user, then the role, unless the page says that the visitor is signed out. AuthProvider shows a failure. */
export function requestAccount(client: QueryClient): void {
  if (pageSaysSignedOut()) return;
  client
    .fetchQuery({ queryKey: queryKeyOf(calls.user) })
    .then(() => client.prefetchQuery({ queryKey: queryKeyOf(calls.userRole) }))
    .catch(() => {});
}

function find<S>(screens: Readonly<Record<string, S>>, pathname: string): S | undefined {
  return Object.entries(screens).find(([path]) => matchPath(path, pathname))?.[1];
}
