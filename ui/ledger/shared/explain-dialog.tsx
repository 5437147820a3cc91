import { Alert, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { InfoDialog } from '../../kit/dialog-shell.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { useDifferenceTexts } from '../../lib/difference-words.ts';
import { formatMoney } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { Explanation } from './explanation.tsx';

export default function ExplainDialog(props: {
  entry: Pick<LedgerEntryAnswer, 'id' | 'qrId' | 'commissionAmount' | 'currency'>;
  onClose: () => void;
}) {
  const { entry, onClose } = props;
  const { t, i18n } = useTranslation('explanation');
  const textOf = useDifferenceTexts();
  const { role } = useAuth();
  const isAuditor = role === 'superadmin' || role === 'site_owner' || role === 'auditor';
  // Refetched on each opening: later events may have been added.
  const explanation = useApi(calls.explainEntry, { params: { entryId: entry.id } }, { staleTime: 0, gcTime: 0 });
  const amount = formatMoney(entry.commissionAmount, entry.currency, i18n.language);
  return (
    <InfoDialog
      title={t('title')}
      subtitle={t('subtitle', { amount, qr: entry.qrId.slice(-6) })}
      scrollable
      onClose={onClose}
    >
      <QueryView query={explanation}>
        {(known) => (
          <>
            <Alert severity={known.recomputed.same ? 'success' : 'error'} sx={{ mb: 2 }}>
              {t(known.recomputed.same ? 'same' : 'differs')}
              {known.recomputed.differences.map(({ what, qrId, recorded, computed }) => (
                <div key={`${what} ${qrId}`}>
                  {t('difference', {
                    what: textOf(what),
                    recorded: recorded === null ? t('nothing') : textOf(recorded),
                    computed: computed === null ? t('nothing') : textOf(computed),
                  })}
                </div>
              ))}
            </Alert>
            <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
              {t('entryId', { id: entry.id })}
              {isAuditor && (
                <>
                  {' · '}
                  <Link to={`/audit/entries/${entry.id}`}>{t('trail')}</Link>
                </>
              )}
            </Typography>
            <Explanation known={known} />
          </>
        )}
      </QueryView>
    </InfoDialog>
  );
}
