import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useActivityPing } from '../lib/use-activity-ping.ts';
import { ACCOUNT_PATHS } from '../public/account-path.ts';
import { Guarded } from './guarded.tsx';
import { NotFound } from './not-found.tsx';
import type { GuardedPath } from './screen-paths.ts';
import { OPEN_SCREENS, SCREENS } from './screens.ts';

const Offline = lazy(() => import('./offline-page.tsx'));

const OPEN = Object.entries(OPEN_SCREENS).map(([path, { load }]) => [path, lazy(load)] as const);
const SIGNED_IN = (Object.keys(SCREENS) as GuardedPath[]).map((path) => [path, lazy(SCREENS[path].load)] as const);

export function AppRoutes() {
  useActivityPing();
  return (
    <Routes>
      {OPEN.map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
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
      {['/scan/customer/*', '/scan/distributor/*', '/api/*', ...ACCOUNT_PATHS].map((path) => (
        <Route key={path} path={path} element={<Offline />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
