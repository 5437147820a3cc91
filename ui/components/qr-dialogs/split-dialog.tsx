import { Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer, TreeAnswer } from '@perktree/contracts/http/qrs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { formatPercent } from '../../lib/format.ts';
import { FormDialog } from '../form-dialog.tsx';
import { PercentSlider } from '../percent-slider.tsx';
import { QueryView } from '../query-view.tsx';
import { checkQrForm } from './check-qr-form.ts';
import { commissionText, defaultChildCommission, LEAST_CHILD_COMMISSION, type SplitBody } from './qr-form.ts';
import { useQrFormSubmit } from './use-qr-form-submit.ts';
import { useQrTree } from './use-qr-tree.ts';

/** 'Split QR Commission': makes one child, out of what is left of the QR's commission. */
export function SplitDialog({ qr, onClose }: { qr: QrAnswer; onClose: () => void }) {
  const { t, i18n } = useTranslation('qr');
  const tree = useQrTree(qr.siteId, qr.id);
  const asDistributor = useAuth().role === 'distributor';
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [externalUrl, setExternalUrl] = useState('');
  const available = tree.data?.availableCommission;
  const commissionPercent = typed ?? defaultChildCommission(available ?? 0);

  const send = () => {
    const body: SplitBody = {
      splits: [
        {
          name: name.trim(),
          commissionPercent: commissionText(commissionPercent),
          externalUrl: externalUrl.trim() || null,
        },
      ],
    };
    return asDistributor
      ? callApi(calls.splitOwnQr, { params: { qrId: qr.id }, body })
      : callApi(calls.splitQr, { params: { siteId: qr.siteId, qrId: qr.id }, body });
  };
  const { submit, pending } = useQrFormSubmit('split', qr.siteId, send, onClose);

  return (
    <FormDialog
      open
      title={t('split.title')}
      subtitle={t('split.subtitle', { name: qr.name })}
      submitLabel={t('split.submit')}
      pending={pending}
      submitDisabled={available === undefined || available <= 0}
      onSubmit={() => submit(checkQrForm({ name, commissionPercent }, 'split', available ?? 0))}
      onClose={onClose}
    >
      <QueryView<TreeAnswer> query={tree}>
        {({ availableCommission }) => (
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <TextField
              label={t('field.name')}
              required
              autoFocus
              value={name}
              onChange={(e) => setName(e.target.value)}
            />
            <PercentSlider
              label={t('field.commission')}
              sliderLabel={t('field.commissionSlider')}
              value={commissionPercent}
              min={LEAST_CHILD_COMMISSION}
              max={Math.max(availableCommission, LEAST_CHILD_COMMISSION)}
              step={0.1}
              disabled={availableCommission <= 0}
              helper={
                availableCommission > 0
                  ? t('field.available', { available: formatPercent(availableCommission, i18n.language) })
                  : t('field.noneAvailable')
              }
              onChange={setTyped}
            />
            <TextField
              label={t('field.externalUrl')}
              type="url"
              placeholder="https://"
              value={externalUrl}
              onChange={(e) => setExternalUrl(e.target.value)}
            />
          </Stack>
        )}
      </QueryView>
    </FormDialog>
  );
}
