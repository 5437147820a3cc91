import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { lazy, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { PageFrame } from '../../kit/public/page-frame.tsx';
import { type CustomerObstacle, offerObstacle } from '../../lib/public/offer-obstacle.ts';
import { useNow } from '../../lib/public/time.ts';
import { loadByTaps, useFirstTap } from '../../lib/public/use-first-tap.ts';
import { translator } from '../../lib/public/words.ts';
import type english from '../../locales/en/link-pages.json';
import type { PageSettings } from '../../public/load-words.ts';
import type { LinkPagePath as LinkTarget } from '../../public/page-of-path.ts';
import {
  ExpiryLine,
  ExternalLink,
  InvalidCodeCard,
  type LinkPageWords,
  LoadingCard,
  Notice,
  OfferHeader,
  OnTap,
  Reloadable,
  useWords,
  WordsContext,
} from './cards.tsx';
import { DistributorOffer, useViewer, type Viewer } from './distributor-offer.tsx';
import { type ShownOffer, useOffer, useScanOfThisView } from './offer.ts';
import { ReadyToRedeem, RedeemedCard, SignInToRedeem } from './redeem.tsx';

/**
 * Calls back when staff redeem or confirm an open scan at the counter.
 * @param scanId undefined: no open scan
 */
function useRedeemedElsewhere(
  scanId: string | undefined,
  onRedeemed: (awaitsConfirmation: boolean) => Promise<void>,
): void {
  const report = useEffectEvent(onRedeemed);
  useEffect(() => {
    if (scanId === undefined) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    // If the module cannot be loaded, the page works without live updates.
    const started = import('./live-scan.ts').then(({ watchScan }) => {
      if (!isGone) stop = watchScan(scanId, (awaitsConfirmation) => void report(awaitsConfirmation));
    });
    void started.catch(() => {});
    return () => {
      isGone = true;
      stop?.();
    };
  }, [scanId]);
}

function CustomerOffer(props: {
  token: string;
  offer: ShownOffer;
  viewer: Viewer;
  /** The scan that opening this page counted; null while pending. If it failed, there is no code to show. */
  counted: ScanAnswer | 'failed' | null;
  onChanged: () => Promise<void>;
}) {
  const { t, language } = useWords();
  const { offer, viewer, counted } = props;
  const scan = counted === 'failed' ? null : counted;
  const [redeemedHere, setRedeemedHere] = useState<{ readonly awaitsConfirmation: boolean } | null>(null);
  const now = useNow();

  const obstacle = offerObstacle(offer, now);
  const isExpired = obstacle === 'expired';
  const awaits = redeemedHere?.awaitsConfirmation ?? scan?.awaitsConfirmation === true;
  const isRedeemed = redeemedHere !== null || awaits || scan?.redeemObstacle === 'redeemed';
  const showRedeemed = async (awaitsConfirmation: boolean) => {
    if (awaits && awaitsConfirmation) return;
    setRedeemedHere({ awaitsConfirmation });
    await props.onChanged();
  };
  const isSettled = isRedeemed && !awaits;
  useRedeemedElsewhere(isSettled || viewer.state !== 'signed_in' ? undefined : scan?.scanId, showRedeemed);
  const millisecondsLeft = offer.expiresAtUtc === null ? null : Date.parse(offer.expiresAtUtc) - now;

  return (
    <>
      <div className="card">
        <OfferHeader header={t('customer.header')} icon={<Icon name="gift" />} offer={offer} />
        <div className="benefit">
          <span className="label">{t('customer.benefit')}</span>
          <strong>{benefitLabel(offer, language)}</strong>
        </div>
        <div className="facts">
          {offer.maxRedemptions !== null && (
            <span className={offer.isMaxedOut ? 'badge danger' : 'badge'}>
              {t('customer.used', { used: offer.totalRedemptions, max: offer.maxRedemptions })}
              {offer.isMaxedOut && ` ${t('customer.full')}`}
            </span>
          )}
          <ExpiryLine offer={offer} isExpired={isExpired} />
        </div>
        <ExternalLink url={offer.externalUrl} />
        {obstacle && !isRedeemed && <Notice>{t(`customer.${obstacle as CustomerObstacle}Notice`)}</Notice>}
      </div>

      {viewer.state === 'signed_out' && !obstacle && <SignInToRedeem token={props.token} />}
      {viewer.state === 'signed_in' && isRedeemed && (
        <RedeemedCard
          takesFocus={redeemedHere !== null}
          awaited={awaits && !isExpired ? scan : null}
          millisecondsLeft={millisecondsLeft}
        />
      )}
      {viewer.state === 'signed_in' && !isRedeemed && (
        <ReadyToRedeem
          token={props.token}
          scan={scan}
          hasNoCode={counted === 'failed'}
          isOver={obstacle !== null}
          millisecondsLeft={millisecondsLeft}
          onRedeemed={showRedeemed}
          onRefused={props.onChanged}
        />
      )}
      {viewer.state !== 'signed_out' && !obstacle && !isRedeemed && <p className="hint">{t('customer.hint')}</p>}
      {viewer.state === 'signed_in' && (
        <p className="hint">
          <a href={viewer.roles.includes('customer') ? '/my-scans' : '/mobile-scanner'}>{t('customer.myScans')}</a>
        </p>
      )}
    </>
  );
}

const Toasts = lazy(() => loadByTaps(() => import('./toasts.tsx')));

type LinkPageProps = PageSettings & LinkTarget;

/** The page of a customer or distributor link, as both the server and the script render it: its offer and the notification area. */
export function LinkPage(props: LinkPageProps) {
  const { token, language, timeZone } = props;
  const catalogue = props.words as typeof english;
  const words = useMemo<LinkPageWords>(() => {
    let format: Intl.DateTimeFormat | undefined;
    const dateTime = (isoTime: string) => {
      // With the first time that is shown: 100 ms on a slow phone.
      format ??= new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
      return format.format(new Date(isoTime)) + zone;
    };
    const zone = timeZone === undefined ? '' : ` ${timeZone}`;
    return { t: translator(catalogue), language, dateTime };
  }, [language, catalogue, timeZone]);
  const { t } = words;
  // Toasts follow a tap, so the notification area is loaded with the first one.
  const tap = useFirstTap();

  return (
    <WordsContext value={words}>
      <PageFrame width="narrow" brand={props.brand} language={language} languageLabel={t('language')}>
        <Reloadable>
          {token === '' ? <InvalidCodeCard message={t('invalid.noToken')} /> : <LinkContent {...props} />}
          <OnTap tapped={tap !== null}>
            <Toasts takesFocus={tap === 'F8'} />
          </OnTap>
        </Reloadable>
      </PageFrame>
    </WordsContext>
  );
}

function LinkContent({ kind, token, data }: Pick<LinkPageProps, 'kind' | 'token' | 'data'>) {
  const { t } = useWords();
  const counted = useScanOfThisView(token);
  const { offer, reload } = useOffer(kind, token, data?.info ?? null);
  const viewer = useViewer(data);
  if (offer.state === 'loading') return <LoadingCard />;
  if (offer.state === 'failed') {
    return (
      <InvalidCodeCard
        title={t(offer.isOffline ? 'loadFailed' : 'invalid.title')}
        message={offer.isOffline ? t('unreachable') : (offer.message ?? t('unknownError'))}
        onRetry={offer.temporary ? () => void reload() : undefined}
      />
    );
  }
  const shown = { token, offer: offer.offer, viewer, onChanged: reload };
  return kind === 'customer' ? <CustomerOffer {...shown} counted={counted} /> : <DistributorOffer {...shown} />;
}
