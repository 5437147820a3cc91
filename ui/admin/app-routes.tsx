import SearchOff from '@mui/icons-material/SearchOff';
import { Button } from '@mui/material';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from '../kit/loading.tsx';
import { useAuth } from '../lib/auth.tsx';
import { STAFF_SCREEN, takeSignInDestination } from '../lib/pending.ts';
import { useToast } from '../lib/toast.tsx';
import { ACCOUNT_PATHS } from '../public/page-of-path.ts';
import { MessagePage } from './message-page.tsx';
import { loadShell, menuOf, passage, roleFor } from './navigation.ts';
import { type GuardedPath, OPEN_SCREENS, SCREENS } from './screens.ts';

const openedAt = window.location.pathname;

/** Opens a page that the application does not have, in place of this one. */
function OtherDocument({ href }: { href: string }) {
  useEffect(() => window.location.replace(href), [href]);
  return <Loading page />;
}

/**
 * While signed out, `/` is the landing page, which the server renders. If the server has just answered `/` with this
 * application (the session ended meanwhile), loading it again could loop.
 */
const SignedOutHome = () => <OtherDocument href={openedAt === '/' ? '/login' : '/'} />;

const Shell = lazy(async () => ({ default: (await loadShell()).Shell }));

function Guarded({ path, children }: { path: GuardedPath; children: ReactNode }) {
  const auth = useAuth();
  const location = useLocation();
  const way = passage(path, auth);
  if (way === 'wait') return <Loading page />;
  if (way === 'sign-in') {
    if (path === '/') return <SignedOutHome />;
    const returnTo = encodeURIComponent(location.pathname + location.search);
    return <OtherDocument href={`/login?returnTo=${returnTo}`} />;
  }
  if (way !== 'allow' || auth.role === null) return <Elsewhere path={path} way={way} />;
  return <Shell menu={menuOf(auth.role)}>{children}</Shell>;
}

/**
 * After a sign-in for a screen that needs another role (such as staff), switches to that role and opens the screen.
 * Otherwise sign-in would open the home of the role that it chose.
 */
function Elsewhere({ path, way }: { path: GuardedPath; way: string }) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const { allRoles, switchRole } = useAuth();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const [asked] = useState(() => takeSignInDestination(here));
  const [failed, setFailed] = useState(false);
  const role = asked ? roleFor(path, allRoles) : undefined;
  const isNotOnStaff = asked && role === undefined && path === STAFF_SCREEN;
  useEffect(() => {
    if (role !== undefined) switchRole(role, here).catch(() => setFailed(true));
    if (isNotOnStaff)
      toast({ title: t('notOnStaff.title'), description: t('notOnStaff.text'), variant: 'destructive' });
  }, [role, here, switchRole, isNotOnStaff, t, toast]);
  return role === undefined || failed ? <Navigate to={way} replace /> : <Loading page />;
}

/** Much shorter than a session's idle timeout. */
const PING_INTERVAL_MS = 30 * 60_000;

/** Reports navigation to the server, because background reads do not count as use of a session. */
function useActivityPing(): void {
  const { pathname } = useLocation();
  const { user, refresh } = useAuth();
  const lastPing = useRef({ at: Date.now(), pathname });
  useEffect(() => {
    const { at, pathname: before } = lastPing.current;
    const isDue = user !== null && pathname !== before && Date.now() - at >= PING_INTERVAL_MS;
    lastPing.current = { at: isDue ? Date.now() : at, pathname };
    if (isDue) void refresh();
  }, [pathname, user, refresh]);
}

function NotFound() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <MessagePage icon={SearchOff} title={t('notFound.title')} text={t('notFound.text')}>
      <Button href="/" variant="contained">
        {t('notFound.home')}
      </Button>
      <Button onClick={() => window.location.reload()}>{t('common:retry')}</Button>
    </MessagePage>
  );
}

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
