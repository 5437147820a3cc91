import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { useAuth } from '../../../lib/auth.tsx';
import { OwnerPlanLimit, QuotaLimit } from '../../../subscription/shared/plan-limit.tsx';
import { CommissionField, QrFields } from './qr-fields.tsx';
import {
  createBody,
  defaultChildCommission,
  defaultRootCommission,
  formOfQr,
  QR_FIELDS,
  ROOT_MAXIMUM,
} from './qr-form.ts';
import { useQrForm, useQrTree } from './use-qr-form.ts';

export function SiblingDialog({
  qr,
  onClose,
  onMade,
}: {
  qr: QrAnswer;
  onClose: () => void;
  onMade: (qr: QrAnswer) => void;
}) {
  const { t } = useTranslation('qr');
  const isDistributor = useAuth().role === 'distributor';
  const isRoot = qr.parentQrId === null;
  const choosesRenewal = isRoot && !isDistributor;
  const parent = useQrTree(qr.siteId, qr.parentQrId);
  const available = isRoot ? ROOT_MAXIMUM : parent.data?.availableCommission;
  const form = useQrForm({
    dialog: 'sibling',
    siteId: qr.siteId,
    available: isRoot ? null : (available ?? 0),
    onSuccess: (answer) => onMade(answer as QrAnswer),
    fields: QR_FIELDS,
    // The benefit is copied from the reference QR; name and commission are not.
    initial: {
      ...formOfQr(qr),
      name: '',
      internalName: '',
      commissionPercent: isRoot
        ? defaultRootCommission(qr.commissionPercent, isDistributor)
        : defaultChildCommission(available ?? 0),
    },
    call: calls.createQr,
    draft: `sibling ${qr.id}`,
    body(values) {
      const { renewalPolicy, ...body } = createBody(values, qr.siteId, qr.parentQrId);
      return choosesRenewal ? { ...body, renewalPolicy } : body;
    },
    params: { siteId: qr.siteId },
  });
  const fields = (
    <QrFields
      form={form}
      currency={qr.currency}
      withInternalName
      autoFocus
      {...(choosesRenewal && { renewalHelp: t('field.renewalOf') })}
      commission={<CommissionField form={form} isRoot={isRoot} available={available ?? 0} />}
    />
  );
  return (
    <FormDialog
      title={t('sibling.title')}
      subtitle={t('sibling.subtitle', { name: qr.name })}
      submitLabel={t('sibling.submit')}
      form={form}
      submitDisabled={available === undefined || available <= 0}
      onClose={onClose}
    >
      <QuotaLimit quota="activeQrs" />
      <OwnerPlanLimit qrId={qr.id} adds="sibling" />
      {isRoot ? fields : <QueryView query={parent}>{() => fields}</QueryView>}
    </FormDialog>
  );
}
