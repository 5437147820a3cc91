import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useStillHere } from '../lib/still-here.ts';
import type { GuardedPath } from './guard.ts';
import { Guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';

const Account = lazy(() => import('../features/account/account-page.tsx'));
const Audit = lazy(() => import('../features/audit/audit-page.tsx'));
const AuditSites = lazy(() => import('../features/audit/audit-sites-page.tsx'));
const BulkQrs = lazy(() => import('../features/bulk-qrs/bulk-qrs-page.tsx'));
const Checkout = lazy(() => import('../features/subscription/checkout-page.tsx'));
const Dashboard = lazy(() => import('../features/dashboard/dashboard-page.tsx'));
const Earnings = lazy(() => import('../features/earnings/earnings-page.tsx'));
const Flags = lazy(() => import('../features/flags/flags-page.tsx'));
const Login = lazy(() => import('../features/accounts/login-page.tsx'));
const MyScans = lazy(() => import('../features/my-scans/my-scans-page.tsx'));
const Offline = lazy(() => import('./offline-page.tsx'));
const Payouts = lazy(() => import('../features/payouts/payouts-page.tsx'));
const PrintSheets = lazy(() => import('../features/print-sheets/print-sheets-page.tsx'));
const Projections = lazy(() => import('../features/projections/projections-page.tsx'));
const QrManagement = lazy(() => import('../features/qr-management/qr-management-page.tsx'));
const Queues = lazy(() => import('../features/queues/queues-page.tsx'));
const Redemptions = lazy(() => import('../features/redemptions/redemptions-page.tsx'));
const Register = lazy(() => import('../features/accounts/register-page.tsx'));
const ResetPassword = lazy(() => import('../features/accounts/reset-password-page.tsx'));
const Scanner = lazy(() => import('../features/scanner/scanner-page.tsx'));
const SiteHistory = lazy(() => import('../features/site-history/site-history-page.tsx'));
const Sites = lazy(() => import('../features/sites/sites-page.tsx'));
const StaffInvitation = lazy(() => import('../features/staff-invitation/staff-invitation-page.tsx'));
const StaffValidation = lazy(() => import('../features/staff-validation/staff-validation-page.tsx'));
const Subscription = lazy(() => import('../features/subscription/subscription-page.tsx'));
const Support = lazy(() => import('../features/support/support-page.tsx'));
const SupportTimeline = lazy(() => import('../features/support/timeline-page.tsx'));

const SIGNED_IN: Record<GuardedPath, ComponentType> = {
  '/': Dashboard,
  '/dashboard': Dashboard,
  '/my-scans': MyScans,
  '/earnings': Earnings,
  '/qr-management': QrManagement,
  '/qr-management/print': PrintSheets,
  '/qr-management/bulk': BulkQrs,
  '/sites': Sites,
  '/sites/:siteId/redemptions': Redemptions,
  '/sites/:siteId/flags': Flags,
  '/sites/:siteId/audit': Audit,
  '/sites/:siteId/history': SiteHistory,
  '/audit': AuditSites,
  '/support': Support,
  '/support/:kind/:id': SupportTimeline,
  '/payouts': Payouts,
  '/staff-validation': StaffValidation,
  '/subscription': Subscription,
  '/checkout/:sessionId': Checkout,
  '/admin/queues': Queues,
  '/admin/projections': Projections,
  '/account': Account,
};

/** The route table of specification 2.1, without the landing and link pages, which are an entry of their own. */
export function AppRoutes() {
  useStillHere();
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/register" element={<Register />} />
      <Route path="/reset-password" element={<ResetPassword />} />
      <Route path="/staff-invitations/:token" element={<StaffInvitation />} />
      <Route path="/mobile-scanner" element={<Scanner />} />
      {(Object.entries(SIGNED_IN) as [GuardedPath, ComponentType][]).map(([path, Screen]) => (
        <Route
          key={path}
          path={path}
          element={
            <Guarded path={path}>
              <Screen />
            </Guarded>
          }
        />
      ))}
      {/* Answered by the server, and so never seen here but without a network. */}
      <Route path="/scan/*" element={<Offline />} />
      <Route path="/api/*" element={<Offline />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
