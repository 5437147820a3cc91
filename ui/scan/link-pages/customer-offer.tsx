import { benefitLabel } from '@perktree/contracts/qr/benefit';
import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { type CustomerObstacle, offerObstacle } from '../../lib/public/offer-obstacle.ts';
import { useNow } from '../../lib/public/time-left.ts';
import { ExpiryLine, ExternalLink, Notice, OfferHeader } from './cards.tsx';
import type { ShownOffer } from './offer.ts';
import { ReadyToRedeem, RedeemedCard, SignInToRedeem } from './redeem.tsx';
import type { Viewer } from './viewer.ts';
import { useWords } from './words.ts';

/**
 * Calls back when staff redeem or confirm an open scan at the counter.
 * @param scanId undefined: no open scan
 */
function useRedeemedElsewhere(
  scanId: string | undefined,
  onRedeemed: (awaitsConfirmation: boolean) => Promise<void>,
): void {
  const newest = useRef(onRedeemed);
  useEffect(() => {
    newest.current = onRedeemed;
  });
  useEffect(() => {
    if (scanId === undefined) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    // If the module cannot be loaded, the page works without live updates.
    const started = import('./live-scan.ts').then(({ watchScan }) => {
      if (!isGone) stop = watchScan(scanId, (awaitsConfirmation) => void newest.current(awaitsConfirmation));
    });
    void started.catch(() => {});
    return () => {
      isGone = true;
      stop?.();
    };
  }, [scanId]);
}

export function CustomerOffer(props: {
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
