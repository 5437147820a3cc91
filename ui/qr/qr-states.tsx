import { personName } from '@perktree/contracts/kernel/person-name';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../kit/status-badge.tsx';

export function QrStates({ qr, asOwner }: { qr: QrAnswer; asOwner: boolean }) {
  const { t } = useTranslation('qr-management');
  if (qr.approval !== null) {
    return <StatusBadge tone={qr.approval === 'waiting' ? 'warning' : 'bad'} label={t(`row.${qr.approval}`)} />;
  }
  return (
    <>
      {!qr.isActive && <StatusBadge tone="quiet" label={t('row.inactive')} />}
      {qr.isExpired && <StatusBadge tone="bad" label={t('row.expired')} />}
      {qr.isMaxedOut && <StatusBadge tone="warning" label={t('row.full')} />}
      <ClaimBadge qr={qr} asOwner={asOwner} />
      {qr.claimedBy?.isBlocked && <StatusBadge tone="bad" label={t('row.blocked')} />}
    </>
  );
}

function ClaimBadge({ qr, asOwner }: { qr: QrAnswer; asOwner: boolean }) {
  const { t, i18n } = useTranslation('qr-management');
  if (!qr.isClaimed) return <StatusBadge tone="quiet" label={t('row.unclaimed')} />;
  if (qr.claimedBy)
    return (
      <StatusBadge tone="quiet" label={t('row.claimedBy', { name: personName(qr.claimedBy.name, i18n.language) })} />
    );
  if (asOwner) return <StatusBadge tone="quiet" label={t('row.claimed')} />;
  return (
    <StatusBadge tone={qr.isMine ? 'good' : 'quiet'} label={t(qr.isMine ? 'row.claimedByYou' : 'row.claimedByOther')} />
  );
}
