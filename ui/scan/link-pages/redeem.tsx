import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { lazy, useState } from 'react';
import { formatTimeLeft } from '../../lib/public/time.ts';
import { RedemptionQr } from '../../redemption/shared/code/redemption-qr.tsx';
import { DoneCard, Notice, OnTap, useFile, useWords } from './cards.tsx';
import { customerLogin } from './offer.ts';

const loadDialogs = () => import('./offer-dialogs.tsx');
const RedeemDialog = lazy(async () => ({ default: (await loadDialogs()).RedeemDialog }));

export function SignInToRedeem({ token }: { token: string }) {
  const { t } = useWords();
  return (
    <div className="card centered">
      <p>{t('customer.signInText')}</p>
      <a className="button" href={customerLogin(token)}>
        {t('customer.signIn')}
      </a>
    </div>
  );
}

export function RedeemedCard(props: {
  takesFocus: boolean;
  /** The scan that staff still have to confirm, or null. */
  awaited: ScanAnswer | null;
  millisecondsLeft: number | null;
}) {
  const { takesFocus, awaited } = props;
  const { t } = useWords();
  return (
    <DoneCard title={t('customer.redeemed')} takesFocus={takesFocus}>
      <p>{t('customer.redeemedText')}</p>
      {awaited && (
        <>
          <OpenScan scan={awaited} isPending={false} millisecondsLeft={props.millisecondsLeft} />
          <p className="hint">{t('customer.awaitsConfirmation')}</p>
        </>
      )}
    </DoneCard>
  );
}

export function ReadyToRedeem(props: {
  token: string;
  scan: ScanAnswer | null;
  hasNoCode: boolean;
  /** Expired or full. */
  isOver: boolean;
  millisecondsLeft: number | null;
  onRedeemed: (awaitsConfirmation: boolean) => Promise<void>;
  onRefused: () => Promise<void>;
}) {
  const { t } = useWords();
  const dialogs = useFile(loadDialogs);
  const [isAsking, setIsAsking] = useState(false);
  // The notice above says why.
  if (props.isOver && props.scan?.redeemsAtCounter) return null;

  return (
    <div className="card centered">
      {!props.isOver && (
        <OpenScan
          scan={props.scan}
          isPending={props.scan === null && !props.hasNoCode}
          millisecondsLeft={props.millisecondsLeft}
        />
      )}
      {props.hasNoCode && <Notice>{t('customer.noCode')}</Notice>}
      {!props.isOver && <h2>{t('customer.ready')}</h2>}
      {!props.scan?.redeemsAtCounter && (
        <button
          type="button"
          className="button"
          disabled={props.isOver}
          onClick={() => void dialogs.run(() => setIsAsking(true))}
        >
          {t('customer.redeem')}
        </button>
      )}
      {dialogs.unreachable}
      <OnTap tapped={isAsking}>
        <RedeemDialog
          token={props.token}
          open={isAsking}
          onClose={() => setIsAsking(false)}
          onRedeemed={props.onRedeemed}
          onRefused={props.onRefused}
        />
      </OnTap>
    </div>
  );
}

/** A no-break space reserves the height of a code. */
const NOTHING_YET = '\u00a0';

interface OpenScanProps {
  readonly scan: ScanAnswer | null;
  readonly isPending: boolean;
  readonly millisecondsLeft: number | null;
}

/** The code for staff. Its space is reserved while the scan loads, so that the button below does not move under a finger. */
function OpenScan({ scan, isPending, millisecondsLeft }: OpenScanProps) {
  const { t } = useWords();
  if (!isPending && !scan?.redemptionCode) return null;
  return (
    <div className="open-scan" aria-busy={isPending}>
      <span className="label">{t('customer.code')}</span>
      {scan?.redemptionCode ? (
        <output className="code">{scan.redemptionCode}</output>
      ) : (
        <span className="code">{NOTHING_YET}</span>
      )}
      <RedemptionQr token={scan?.redemptionToken ?? null} label={t('customer.codeQr')} />
      {millisecondsLeft !== null && (
        <p role="timer" aria-live="off">
          {t('customer.timeLeft', { time: formatTimeLeft(millisecondsLeft) })}
        </p>
      )}
    </div>
  );
}
