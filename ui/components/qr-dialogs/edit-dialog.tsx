import { Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { QueryView } from '../query-view.tsx';
import { checkQrForm } from './check-qr-form.ts';
import { CommissionField } from './commission-field.tsx';
import { QrFields } from './qr-fields.tsx';
import { addPercents, editBody, editBodyOfDistributor, formOfQr, ROOT_MAXIMUM } from './qr-form.ts';
import { useQrFormSubmit } from './use-qr-form-submit.ts';
import { useQrTree } from './use-qr-tree.ts';

/** 'Edit QR Code'. A distributor changes the name and the link of a QR, its site's owner everything. */
export function EditDialog({ qr, onClose }: { qr: QrAnswer; onClose: () => void }) {
  const { t } = useTranslation('qr');
  const asDistributor = useAuth().role === 'distributor';
  const inBudget = qr.parentQrId !== null && !asDistributor;
  const parent = useQrTree(qr.siteId, inBudget ? qr.parentQrId : null);
  const available = inBudget
    ? addPercents(parent.data?.availableCommission ?? 0, Number(qr.commissionPercent))
    : ROOT_MAXIMUM;
  const [form, setForm] = useState(() => formOfQr(qr));
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));

  const { submit, pending } = useQrFormSubmit(
    'edit',
    qr.siteId,
    () =>
      callApi(calls.editQr, {
        params: { siteId: qr.siteId, qrId: qr.id },
        body: asDistributor ? editBodyOfDistributor(form) : editBody(form),
      }),
    onClose,
  );

  const allFields = (
    <QrFields
      form={form}
      currency={qr.currency}
      change={change}
      autoFocus
      commission={
        <CommissionField
          isRoot={qr.parentQrId === null}
          available={available}
          value={form.commissionPercent}
          onChange={(commissionPercent) => change({ commissionPercent })}
        />
      }
    />
  );
  return (
    <FormDialog
      open
      title={t('edit.title')}
      subtitle={qr.name}
      submitLabel={t('edit.submit')}
      pending={pending}
      submitDisabled={inBudget && parent.data === undefined}
      onSubmit={() => submit(checkQrForm(form, 'edit', inBudget ? available : null))}
      onClose={onClose}
    >
      {asDistributor && <NameAndLink form={form} change={change} />}
      {!asDistributor && (inBudget ? <QueryView query={parent}>{() => allFields}</QueryView> : allFields)}
    </FormDialog>
  );
}

function NameAndLink(props: {
  form: { name: string; externalUrl: string };
  change: (part: { name?: string; externalUrl?: string }) => void;
}) {
  const { t } = useTranslation('qr');
  return (
    <Stack spacing={2.5} sx={{ pt: 1 }}>
      <TextField
        label={t('field.name')}
        required
        autoFocus
        value={props.form.name}
        onChange={(e) => props.change({ name: e.target.value })}
      />
      <TextField
        label={t('field.externalUrl')}
        type="url"
        placeholder="https://"
        value={props.form.externalUrl}
        onChange={(e) => props.change({ externalUrl: e.target.value })}
      />
    </Stack>
  );
}
