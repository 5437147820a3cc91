import { calls } from '@perktree/contracts/http/calls';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { FormDialog } from '../form-dialog.tsx';
import { QueryView } from '../query-view.tsx';
import { checkQrForm } from './check-qr-form.ts';
import { CommissionField } from './commission-field.tsx';
import { QrFields } from './qr-fields.tsx';
import {
  createBody,
  DEFAULT_ROOT_COMMISSION,
  defaultChildCommission,
  formOfQr,
  type QrForm,
  ROOT_MAXIMUM,
} from './qr-form.ts';
import { useQrFormSubmit } from './use-qr-form-submit.ts';
import { useQrTree } from './use-qr-tree.ts';

/** 'Create Sibling QR': a QR beside this one, under the same parent; beside a root, a new root. */
export function SiblingDialog({ qr, onClose }: { qr: QrAnswer; onClose: () => void }) {
  const { t } = useTranslation('qr');
  const isRoot = qr.parentQrId === null;
  const parent = useQrTree(qr.siteId, qr.parentQrId);
  const available = isRoot ? ROOT_MAXIMUM : parent.data?.availableCommission;
  // It begins with the benefit of the QR beside it, and with a name and a commission of its own.
  const [form, setForm] = useState<QrForm>({ ...formOfQr(qr), name: '', internalName: '', commissionPercent: '' });
  const [typed, setTyped] = useState<string | null>(null);
  const commissionPercent = typed ?? (isRoot ? DEFAULT_ROOT_COMMISSION : defaultChildCommission(available ?? 0));

  const { submit, pending } = useQrFormSubmit(
    'sibling',
    qr.siteId,
    () =>
      callApi(calls.createQr, {
        params: { siteId: qr.siteId },
        body: createBody({ ...form, commissionPercent }, qr.siteId, qr.parentQrId),
      }),
    onClose,
  );

  const fields = (
    <QrFields
      form={form}
      currency={qr.currency}
      change={(part) => setForm((before) => ({ ...before, ...part }))}
      withInternalName
      autoFocus
      commission={
        <CommissionField isRoot={isRoot} available={available ?? 0} value={commissionPercent} onChange={setTyped} />
      }
    />
  );
  return (
    <FormDialog
      open
      title={t('sibling.title')}
      subtitle={t('sibling.subtitle', { name: qr.name })}
      submitLabel={t('sibling.submit')}
      pending={pending}
      submitDisabled={available === undefined || available <= 0}
      onSubmit={() => submit(checkQrForm({ ...form, commissionPercent }, 'sibling', isRoot ? null : (available ?? 0)))}
      onClose={onClose}
    >
      {isRoot ? fields : <QueryView query={parent}>{() => fields}</QueryView>}
    </FormDialog>
  );
}
