import { lazy, useState } from 'react';
import { useAfterNotice } from '../../lib/public/after-notice.ts';
import { distributorLogin } from './logins.ts';
import { OnTap } from './on-tap.tsx';
import { useWords } from './words.ts';

const ClaimDialog = lazy(() => import('./claim-dialog.tsx'));

export function JoinCard({ token }: { token: string }) {
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

export function ClaimCard(props: {
  token: string;
  percent: string;
  isDistributor: boolean;
  /** Expired or full. */
  isOver: boolean;
  onClaimed: () => Promise<void>;
}) {
  const { t } = useWords();
  const afterNotice = useAfterNotice();
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
      // The page's notification area is of the same file, and Reloadable reports that it cannot be loaded.
      .catch(() => {});
    afterNotice(() => location.assign(distributorLogin(props.token)));
  }

  return (
    <div className="card centered">
      <h2>{t('distributor.claimHeading')}</h2>
      <p>{t('distributor.claimText')}</p>
      <button type="button" className="button" disabled={props.isOver} onClick={ask}>
        {t('distributor.claim')}
      </button>
      <OnTap tapped={isAsking}>
        <ClaimDialog
          token={props.token}
          percent={props.percent}
          open={isAsking}
          onClose={() => setIsAsking(false)}
          onClaimed={props.onClaimed}
        />
      </OnTap>
    </div>
  );
}
