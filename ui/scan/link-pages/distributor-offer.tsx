import type { Role } from '@perktree/contracts/kernel/envelope';
import { formatDecimals as showNumber } from '@perktree/contracts/kernel/fill-sentence';
import { benefitLabel } from '@perktree/contracts/qr/shown-benefit';
import { lazy, useEffect, useState } from 'react';
import { Icon } from '../../kit/public/icons.tsx';
import { useAfterNotice } from '../../lib/public/after-notice.ts';
import type { BootstrapData } from '../../lib/public/bootstrap-data.ts';
import { offerObstacle } from '../../lib/public/offer-obstacle.ts';
import { publicCalls } from '../../lib/public/public-calls.ts';
import { useNow } from '../../lib/public/time.ts';
import { DoneCard, ExpiryLine, ExternalLink, Notice, OfferHeader, OnTap, useFile, useWords } from './cards.tsx';
import { distributorLogin, type ShownOffer } from './offer.ts';

/** Who views the page. A failed user call means signed out. Roles are read only when signed in. */
export type Viewer = { state: 'loading' | 'signed_out' } | { state: 'signed_in'; roles: readonly Role[] };

export function useViewer(data: BootstrapData | null): Viewer {
  const [viewer, setViewer] = useState<Viewer>({ state: data?.signedIn === false ? 'signed_out' : 'loading' });
  // The server-rendered page already says so.
  const isKnown = data?.signedIn === false;
  useEffect(() => {
    if (!isKnown) void readViewer().then(setViewer);
  }, [isKnown]);
  return viewer;
}

async function readViewer(): Promise<Viewer> {
  try {
    await publicCalls.user();
  } catch {
    return { state: 'signed_out' };
  }
  try {
    return { state: 'signed_in', roles: (await publicCalls.userRole()).allRoles };
  } catch {
    return { state: 'signed_in', roles: [] };
  }
}

const loadDialogs = () => import('./offer-dialogs.tsx');
const ClaimDialog = lazy(async () => ({ default: (await loadDialogs()).ClaimDialog }));

function JoinCard({ token }: { token: string }) {
  const { t } = useWords();
  return (
    <div className="card centered">
      <h2>{t('distributor.join')}</h2>
      <p>{t('distributor.joinText')}</p>
      <a className="button" href={distributorLogin(token)}>
        {t('distributor.signUp')}
      </a>
    </div>
  );
}

function ClaimCard(props: {
  token: string;
  percent: string;
  isDistributor: boolean;
  /** Expired or full. */
  isOver: boolean;
  onClaimed: () => Promise<void>;
  onRefused: () => Promise<void>;
}) {
  const { t } = useWords();
  const afterNotice = useAfterNotice();
  const dialogs = useFile(loadDialogs);
  const [isAsking, setIsAsking] = useState(false);

  function ask() {
    if (props.isDistributor) {
      setIsAsking(true);
      return;
    }
    // This notice is in Spanish on pages of every language.
    const notice = { title: t('distributor.needsAccount'), description: t('distributor.needsAccountText'), lang: 'es' };
    void import('./toasts.tsx')
      .then(({ toasts }) => toasts.show({ ...notice, variant: 'destructive' }))
      // The page's notification area is of the same file.
      .catch(() => {});
    afterNotice(() => location.assign(distributorLogin(props.token)));
  }

  return (
    <div className="card centered">
      <h2>{t('distributor.claimHeading')}</h2>
      <p>{t('distributor.claimText')}</p>
      <button type="button" className="button" disabled={props.isOver} onClick={() => void dialogs.run(ask)}>
        {t('distributor.claim')}
      </button>
      {dialogs.unreachable}
      <OnTap tapped={isAsking}>
        <ClaimDialog
          token={props.token}
          percent={props.percent}
          open={isAsking}
          onClose={() => setIsAsking(false)}
          onClaimed={props.onClaimed}
          onRefused={props.onRefused}
        />
      </OnTap>
    </div>
  );
}

function HowItWorks({ percent }: { percent: string }) {
  const { t } = useWords();
  const steps = [
    [t('distributor.stepClaim'), t('distributor.stepClaimText')],
    [t('distributor.stepShare'), t('distributor.stepShareText')],
    [t('distributor.stepEarn', { percent }), t('distributor.stepEarnText')],
    [t('distributor.stepTrack'), t('distributor.stepTrackText')],
  ] as const;
  return (
    <section className="card">
      <h2>{t('distributor.howItWorks')}</h2>
      <ol className="steps">
        {steps.map(([title, text]) => (
          <li key={title}>
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function DistributorOffer(props: {
  token: string;
  offer: ShownOffer;
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
            <dd>{benefitLabel(offer, language)}</dd>
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
          onRefused={props.onChanged}
        />
      )}
      <HowItWorks percent={percent} />
    </>
  );
}

function Availability({ offer, isExpired }: { offer: ShownOffer; isExpired: boolean }) {
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
