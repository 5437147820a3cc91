import { ListItemText, Typography } from '@mui/material';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit-label';
import { useTranslation } from 'react-i18next';
import { loadedOf } from '../../kit/list/loaded-of.ts';
import { VirtualList } from '../../kit/list/virtual-list.tsx';
import { formatPercent } from '../../lib/format.ts';
import type { QrChange } from './diff-trees.ts';

export function Changes({ changes }: { changes: readonly QrChange[] }) {
  const { t, i18n } = useTranslation('site-history');
  if (changes.length === 0) return <Typography>{t('changes.none')}</Typography>;
  const text = (what: string, value: string | null) => {
    if (value === null) return t('changes.nothing');
    if (what === 'owner') return personName(value, i18n.language);
    if (what === 'commissionPercent') return formatPercent(value, i18n.language);
    if (what === 'benefitDisplay') return benefitLabel(value, i18n.language);
    return value === 'true' || value === 'false' ? t(`changes.${value}`) : value;
  };
  return (
    <VirtualList list={loadedOf(changes)} label={t('changes.title')} keyOf={({ qrId }) => qrId} height={68}>
      {({ name, isNew, changes: ofQr }) => (
        <ListItemText
          primary={isNew ? t('changes.new', { name }) : name}
          secondary={ofQr.map(({ what, before, after }) => (
            <span key={what} style={{ display: 'block' }}>
              {t('changes.text', {
                what: t(`changes.${what}`),
                before: text(what, before),
                after: text(what, after),
              })}
            </span>
          ))}
          slotProps={{ primary: { sx: { fontWeight: 650 } } }}
        />
      )}
    </VirtualList>
  );
}
