import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/http/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';
import { QueryView } from '../query-view.tsx';
import { Explanation } from './explanation.tsx';

/** Where one entry of the ledger comes from, what became of it, and whether it holds when it is computed again. */
export default function ExplainDialog(props: {
  entry: Pick<LedgerEntryAnswer, 'id' | 'qrId' | 'commissionAmount' | 'currency'>;
  onClose: () => void;
}) {
  const { entry, onClose } = props;
  const { t, i18n } = useTranslation('explanation');
  const id = useId();
  const fullScreen = useMediaQuery(useTheme().breakpoints.down('sm'));
  // Read anew each time: what followed may have grown.
  const explanation = useApi(calls.explainEntry, { params: { entryId: entry.id } }, { staleTime: 0, gcTime: 0 });
  const amount = formatMoney(entry.commissionAmount, entry.currency, i18n.language);
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={fullScreen}
      aria-labelledby={id}
      slotProps={{ paper: { sx: fullScreen ? { borderRadius: 0 } : {} } }}
    >
      <DialogTitle id={id} sx={{ pb: 0.5 }}>
        {t('title')}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {t('subtitle', { amount, qr: entry.qrId.slice(-6) })}
        </Typography>
        <QueryView query={explanation}>
          {(known) => (
            <>
              <Alert severity={known.recomputed.same ? 'success' : 'error'} sx={{ mb: 2 }}>
                {t(known.recomputed.same ? 'same' : 'differs')}
                {known.recomputed.differences.map(({ what, qrId, recorded, computed }) => (
                  <div key={`${what} ${qrId}`}>
                    {t('difference', {
                      what,
                      recorded: recorded ?? t('nothing'),
                      computed: computed ?? t('nothing'),
                    })}
                  </div>
                ))}
              </Alert>
              <Explanation known={known} />
            </>
          )}
        </QueryView>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
