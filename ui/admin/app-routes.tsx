import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useActivityPing } from '../lib/use-activity-ping.ts';
import { Guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';
import { type GuardedPath, SCREENS } from './screens.ts';

const ForgotPassword = lazy(() => import('../features/accounts/forgot-password-page.tsx'));
const Login = lazy(() => import('../features/accounts/login-page.tsx'));
const Offline = lazy(() => import('./offline-page.tsx'));
const PairDevice = lazy(() => import('../features/api-keys/pair-device-page.tsx'));
const Register = lazy(() => import('../features/accounts/register-page.tsx'));
const ResetPassword = lazy(() => import('../features/accounts/reset-password-page.tsx'));
const Scanner = lazy(() => import('../features/scanner/scanner-page.tsx'));
const StaffInvitation = lazy(() => import('../features/staff-invitation/staff-invitation-page.tsx'));
const Unsubscribe = lazy(() => import('../features/accounts/unsubscribe-page.tsx'));
const VerifyEmail = lazy(() => import('../features/accounts/verify-email-page.tsx'));

const SIGNED_IN = (Object.keys(SCREENS) as GuardedPath[]).map((path) => [path, lazy(SCREENS[path].load)] as const);

export function AppRoutes() {
  useActivityPing();
  return (
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/register" element={<Register />} />
      <Route path="/forgot-password" element={<ForgotPassword />} />
      <Route path="/reset-password" element={<ResetPassword />} />
      <Route path="/verify-email" element={<VerifyEmail />} />
      <Route path="/unsubscribe" element={<Unsubscribe />} />
      <Route path="/pair-device" element={<PairDevice />} />
      <Route path="/staff-invitations/:token" element={<StaffInvitation />} />
      <Route path="/mobile-scanner" element={<Scanner />} />
      {SIGNED_IN.map(([path, Screen]) => (
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
      {/* The server answers these paths, so the application sees them only when offline. */}
      <Route path="/scan/*" element={<Offline />} />
      <Route path="/api/*" element={<Offline />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
