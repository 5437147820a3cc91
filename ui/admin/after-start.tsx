import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { installWorker } from '../installed/install-worker.ts';
import { useSaveCodes } from '../kit/saved-codes.tsx';
import { newLogin, proof, type Question } from '../lib/asked.ts';
import { useAuth } from '../lib/auth.tsx';
import { checkReachable, isReachable, onReachable, useReachable } from '../lib/connection.ts';
import { PrintHead } from './print-head.tsx';

const ViewAsBanner = lazy(() => import('./view-as-banner.tsx'));
const ProofDialog = lazy(() => import('./proof-dialog.tsx'));
const NewLoginDialog = lazy(() => import('./new-login-dialog.tsx'));

/** Interval of connection checks while offline. */
const CHECK_EVERY_MS = 5_000;

/**
 * Loaded after the first paint: service worker, offline and update notices, and saving open redemption
 * codes for offline use.
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
      <PrintHead />
      <OfflineNotice />
      <NewVersion />
      <Asked question={proof} Dialog={ProofDialog} />
      {user && !user.viewedUntil && <Asked question={newLogin} Dialog={NewLoginDialog} />}
      {(role === 'customer' || role === 'distributor') && <KeepCodes />}
    </>
  );
}

/** The dialog of a question that a refused call asks. Calls that wait meanwhile share it. */
function Asked(props: { question: Question; Dialog: ComponentType<{ onEnd: (isRepeated: boolean) => void }> }) {
  const { question, Dialog } = props;
  const [waiting, setWaiting] = useState<readonly ((isRepeated: boolean) => void)[]>([]);
  useEffect(
    () => question.register(() => new Promise((resolve) => setWaiting((before) => [...before, resolve]))),
    [question],
  );
  if (waiting.length === 0) return null;
  const end = (isRepeated: boolean) => {
    for (const resolve of waiting) resolve(isRepeated);
    setWaiting([]);
  };
  return (
    <Suspense fallback={null}>
      <Dialog onEnd={end} />
    </Suspense>
  );
}

function KeepCodes(): null {
  useSaveCodes();
  return null;
}

function OfflineNotice() {
  const { t } = useTranslation('offline');
  const client = useQueryClient();
  const reachable = useReachable();
  useEffect(
    () =>
      onReachable(() => {
        // Failed reads are repeated. Failed writes are never repeated automatically.
        if (isReachable()) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
      }),
    [client],
  );
  useEffect(() => {
    if (reachable) return;
    const timer = setInterval(() => document.hidden || void checkReachable(), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [reachable]);
  const retry = () => void checkReachable();
  return <Notice severity="warning" text={t('bar')} button={t('retry')} onClick={reachable ? null : retry} />;
}

function NewVersion() {
  const { t } = useTranslation('offline');
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null);
  useEffect(() => installWorker((reload) => setTakeOver(() => reload)), []);
  return <Notice severity="info" text={t('update')} button={t('reload')} onClick={takeOver} />;
}

/** @param props.onClick null: there is nothing to say */
function Notice(props: { severity: 'info' | 'warning'; text: string; button: string; onClick: (() => void) | null }) {
  const { severity, text, button, onClick } = props;
  return (
    // The live region must exist before its text: screen readers announce only what is added to a region they know.
    <div role="status">
      {onClick && (
        <Alert
          severity={severity}
          role="presentation"
          action={
            <Button color="inherit" onClick={onClick}>
              {button}
            </Button>
          }
          sx={{ borderRadius: 0 }}
        >
          {text}
        </Alert>
      )}
    </div>
  );
}
