import { Alert, Box, Button, Typography } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { installWorker } from '../installed/install-worker.ts';
import { onDemand } from '../kit/on-demand.tsx';
import { usePerson, useSite } from '../kit/use-site.ts';
import { freshLogin, newLogin, proof, type Question } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { brandMobile } from '../lib/brand.ts';
import { checkReachable, isReachable, onReachable, useReachable } from '../lib/connection.ts';
import { ON_SCREEN, setPrinting, usePrinting, watchPrinting } from '../lib/printing.ts';
import { useLocale } from '../lib/use-locale.ts';
import { useSaveCodes } from '../scan/shared/saved-codes.tsx';

const CONTROLS = 'button, a[href], [role=menuitem], [role=option]';
const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(CONTROLS) : null);

/**
 * Drops the second click of a double click where the first has put another control under the pointer, such as the button of
 * the next row. @returns ends it
 */
function dropStrayClicks(): () => void {
  let first: Element | null = null;
  const onClick = (event: MouseEvent) => {
    const control = controlOf(event);
    if (event.detail < 2) first = control;
    else if (control !== null && control !== first) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  addEventListener('click', onClick, true);
  return () => removeEventListener('click', onClick, true);
}

/** Prints pages: their head on paper, and on screen the notice while rows are loaded for it. */
function PrintHead() {
  const { t } = useLocale(['print', 'common']);
  const client = useQueryClient();
  const { phase } = usePrinting();
  useEffect(() => watchPrinting(client), [client]);
  return (
    <>
      <Box className="no-print" sx={{ position: 'sticky', top: 0, zIndex: 'tooltip' }}>
        <Notice
          severity="info"
          text={t('loading')}
          button={t('common:cancel')}
          onClick={phase === 'loading' ? () => setPrinting(ON_SCREEN) : null}
        />
      </Box>
      {phase === 'paper' && <Head />}
    </>
  );
}

/** Whose page it is, and when it was printed. It stands on top of the first page, and in the margin of each other one. */
function Head() {
  const { t, language } = useLocale('print');
  const person = usePerson();
  const { pathname, search } = location;
  const site = useSite(/^\/sites\/([^/]+)\//.exec(pathname)?.[1] ?? new URLSearchParams(search).get('site') ?? '');
  const at = new Intl.DateTimeFormat(language, {
    ...({ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    timeZoneName: 'longOffset',
  }).format(new Date());
  const whose = joined([brandMobile(), site?.name, person && `${person.name} (${person.role})`]);
  const when = t('at', { at });
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    const title = document.querySelector('h1')?.textContent ?? '';
    sheet.replaceSync(`
      @page {
        @top-left { content: ${JSON.stringify(joined([whose, title]))}; font: 8pt sans-serif; }
        @top-right { content: ${JSON.stringify(when)}; font: 8pt sans-serif; }
      }
      @page :first { @top-left { content: none; } @top-right { content: none; } }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [whose, when]);
  return (
    <Box sx={{ mb: 2, pb: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{whose}</Typography>
      <Typography variant="body2">{when}</Typography>
    </Box>
  );
}

const ViewAsBanner = onDemand(() => import('./view-as-banner.tsx'));
const askedDialogs = () => import('./asked-dialogs.tsx');
const ProofDialog = onDemand(async () => ({ default: (await askedDialogs()).ProofDialog }));
const FreshLoginDialog = onDemand(async () => ({ default: (await askedDialogs()).FreshLoginDialog }));
const NewLoginDialog = onDemand(async () => ({ default: (await askedDialogs()).NewLoginDialog }));

/** Interval of connection checks while offline. */
const CHECK_EVERY_MS = 5_000;

/**
 * Loaded after the first paint: service worker, offline and update notices, and saving open redemption
 * codes for offline use.
 */
export default function AfterStart() {
  const { roleInfo, user } = useAuth();
  const role = roleInfo?.role;
  useEffect(dropStrayClicks, []);
  return (
    <>
      {user?.viewedUntil && <ViewAsBanner user={user} until={user.viewedUntil} />}
      <PrintHead />
      <OfflineNotice />
      <NewVersion />
      <Asked question={proof} Dialog={ProofDialog} />
      <Asked question={freshLogin} Dialog={FreshLoginDialog} />
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
  return <Dialog onEnd={end} />;
}

function KeepCodes(): null {
  useSaveCodes();
  return null;
}

function OfflineNotice() {
  const { t } = useLocale('offline');
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
  const { t } = useLocale('offline');
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null);
  useEffect(() => installWorker((reload) => setTakeOver(() => reload), brandMobile()), []);
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
            <Button color="inherit" onClick={onClick} sx={{ whiteSpace: 'nowrap' }}>
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
