import { formatDecimals as showNumber } from '@perktree/contracts/kernel/format-decimals';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import { useState } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { offerObstacle } from '../../lib/public/offer-obstacle.ts';
import { useNow } from '../../lib/public/time-left.ts';
import { DoneCard, ExpiryLine, ExternalLink, Notice, OfferHeader } from './cards.tsx';
import { ClaimCard, JoinCard } from './claim.tsx';
import { HowItWorks } from './how-it-works.tsx';
import type { Offer } from './offer.ts';
import type { Viewer } from './viewer.ts';
import { useWords } from './words.ts';

export function DistributorOffer(props: {
  token: string;
  offer: Offer;
  viewer: Viewer;
  onChanged: () => Promise<void>;
}) {
  const { t, language } = useWords();
  const { offer, viewer } = props;
  const [claimedHere, setClaimedHere] = useState(false);
  const found = offerObstacle(offer, useNow());
  const over = found === 'expired' || found === 'full' ? found : null;
  const isExpired = over === 'expired';
  const percent = showNumber(offer.commissionPercent ?? '0.00', language);
  const { claimObstacle } = offer;
  const isMine = claimedHere || claimObstacle === 'mine';
  const obstacle = isMine ? null : claimObstacle;

  return (
    <>
      <div className="card">
        <OfferHeader header={t('distributor.header')} icon={<Icon name="growth" />} offer={offer} />
        <div className="benefit">
          <span className="label">{t('distributor.commission')}</span>
          <strong>{t('distributor.perRedemption', { percent })}</strong>
        </div>
        <dl className="figures">
          <div>
            <dt>{t('distributor.benefit')}</dt>
            <dd>{benefitLabel(offer.benefitDisplay, language)}</dd>
          </div>
          <div>
            <dt>{t('distributor.redeemed')}</dt>
            <dd>{offer.totalRedemptions}</dd>
          </div>
          <div>
            <dt>{t('distributor.availability')}</dt>
            <dd>
              <Availability offer={offer} isExpired={isExpired} />
            </dd>
          </div>
        </dl>
        <div className="facts">
          <ExpiryLine offer={offer} isExpired={isExpired} />
        </div>
        <ExternalLink url={offer.externalUrl} />
        {over && <Notice>{t(`distributor.${over}Notice`)}</Notice>}
        {obstacle && !over && <Notice>{t(`distributor.obstacle.${obstacle}`)}</Notice>}
      </div>

      {viewer.state === 'signed_out' && obstacle === null && !over && <JoinCard token={props.token} />}
      {viewer.state === 'signed_in' && isMine && (
        <DoneCard title={t('distributor.yours')} takesFocus={claimedHere}>
          <a className="button" href="/qr-management">
            {t('distributor.toMyQrs')}
          </a>
        </DoneCard>
      )}
      {viewer.state === 'signed_in' && !isMine && obstacle === null && (
        <ClaimCard
          token={props.token}
          percent={percent}
          isDistributor={viewer.roles.includes('distributor')}
          isOver={over !== null}
          onClaimed={async () => {
            setClaimedHere(true);
            await props.onChanged();
          }}
        />
      )}
      <HowItWorks percent={percent} />
    </>
  );
}

function Availability({ offer, isExpired }: { offer: Offer; isExpired: boolean }) {
  const { t } = useWords();
  if (offer.isMaxedOut) return <span className="badge danger">{t('distributor.full')}</span>;
  if (isExpired) return <span className="badge danger">{t('distributor.expired')}</span>;
  return (
    <>
      <span className="badge success">{t('distributor.available')}</span>
      {offer.maxRedemptions !== null && <small>{t('distributor.max', { max: offer.maxRedemptions })}</small>}
    </>
  );
}
