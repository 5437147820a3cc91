import { Stack } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qr-answers';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import { FormField } from '../form/form-field.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { QueryView } from '../query-view.tsx';
import { CommissionField } from './commission-field.tsx';
import { ExternalUrlField, QrFields } from './qr-fields.tsx';
import { addPercents, editBody, formOfQr, missingBenefit, QR_FIELDS, ROOT_MAXIMUM } from './qr-form.ts';
import { useQrForm } from './use-qr-form.ts';
import { useQrTree } from './use-qr-tree.ts';

type Props = { readonly qr: QrAnswer; readonly onClose: () => void };

export function EditDialog(props: Props) {
  return useAuth().role === 'distributor' ? <EditAsDistributor {...props} /> : <EditAsOwner {...props} />;
}

function EditAsOwner({ qr, onClose }: Props) {
  const { t } = useTranslation('qr');
  const isRoot = qr.parentQrId === null;
  const parent = useQrTree(qr.siteId, qr.parentQrId);
  const available = isRoot
    ? ROOT_MAXIMUM
    : addPercents(parent.data?.availableCommission ?? 0, Number(qr.commissionPercent));
  const form = useQrForm({
    ...{ dialog: 'edit', siteId: qr.siteId, onSuccess: onClose, available: isRoot ? null : available },
    fields: QR_FIELDS,
    initial: formOfQr(qr),
    call: calls.editQr,
    body: editBody,
    check: missingBenefit,
    params: { siteId: qr.siteId, qrId: qr.id },
  });
  const fields = (
    <QrFields
      form={form}
      currency={qr.currency}
      autoFocus
      commission={<CommissionField form={form} isRoot={isRoot} available={available} />}
    />
  );
  return (
    <FormDialog
      title={t('edit.title')}
      subtitle={qr.name}
      submitLabel={t('edit.submit')}
      form={form}
      submitDisabled={!isRoot && parent.data === undefined}
      onClose={onClose}
    >
      {isRoot ? fields : <QueryView query={parent}>{() => fields}</QueryView>}
    </FormDialog>
  );
}

function EditAsDistributor({ qr, onClose }: Props) {
  const { t } = useTranslation('qr');
  const form = useQrForm({
    ...{ dialog: 'edit', siteId: qr.siteId, onSuccess: onClose, available: null },
    fields: { name: 'text', externalUrl: 'optionalText' },
    initial: { name: qr.name, externalUrl: qr.externalUrl ?? '' },
    call: calls.editQr,
    body: (values) => values,
    params: { siteId: qr.siteId, qrId: qr.id },
  });
  return (
    <FormDialog title={t('edit.title')} subtitle={qr.name} submitLabel={t('edit.submit')} form={form} onClose={onClose}>
      <Stack spacing={2.5} sx={{ pt: 1 }}>
        <FormField form={form} name="name" label={t('field.name')} required autoFocus />
        <ExternalUrlField form={form} />
      </Stack>
    </FormDialog>
  );
}
