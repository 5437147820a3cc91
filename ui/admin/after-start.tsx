import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyScans } from '../components/my-scans-view.tsx';
import { installWorker } from '../installed/install-worker.ts';
import { useAuth } from '../lib/auth.tsx';
import { isReachable, onReachable, tryToReach, useReachable } from '../lib/connection.ts';

// For few, and seldom.
const ViewAsBanner = lazy(() => import('./view-as-banner.tsx'));

/** Without a network it is looked this often whether it is back, milliseconds. */
const LOOK_EVERY_MS = 5_000;

/**
 * What no first picture waits for, fetched once that has been drawn: the service worker, a word on a lost network and on
 * a new version, and the customer's open codes, kept for when there is no network.
 */
export default function AfterStart() {
  const { roleInfo, user } = useAuth();
  const role = roleInfo?.role;
  return (
    <>
      {user?.viewedUntil && (
        <Suspense fallback={null}>
          <ViewAsBanner user={user} until={user.viewedUntil} />
        </Suspense>
      )}
      <OfflineNotice />
      <NewVersion />
      {/* Only now is it known whose they are. */}
      {(role === 'customer' || role === 'distributor') && <KeepCodes />}
    </>
  );
}

function KeepCodes(): null {
  useMyScans();
  return null;
}

function OfflineNotice() {
  const { t } = useTranslation('offline');
  const client = useQueryClient();
  const reachable = useReachable();
  useEffect(
    () =>
      onReachable(() => {
        // What could not be read is read now; what was sent is never sent again by itself.
        if (isReachable()) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      }),
    [client],
  );
  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(() => document.hidden || void tryToReach(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reachable]);
  return (
    // The live region is there before it says anything: screen readers announce what is added to one they know.
    <div role="status">
      {!reachable && (
        <Alert
          severity="warning"
          role="presentation"
          action={
            <Button color="inherit" onClick={() => void tryToReach()}>
              {t('retry')}
            </Button>
          }
          sx={{ borderRadius: 0 }}
        >
          {t('bar')}
        </Alert>
      )}
    </div>
  );
}

/** Stays until the reader reloads: nothing that they are in the middle of is taken from them. */
function NewVersion() {
  const { t } = useTranslation('offline');
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null);
  useEffect(() => installWorker((reload) => setTakeOver(() => reload)), []);
  return (
    <div role="status">
      {takeOver && (
        <Alert
          severity="info"
          role="presentation"
          action={
            <Button color="inherit" onClick={takeOver}>
              {t('reload')}
            </Button>
          }
          sx={{ borderRadius: 0 }}
        >
          {t('update')}
        </Alert>
      )}
    </div>
  );
}
