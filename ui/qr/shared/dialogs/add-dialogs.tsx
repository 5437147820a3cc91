import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { QrAnswer, TreeAnswer } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { FormDialog, FormField } from '../../../kit/form/form.tsx';
import { QueryView } from '../../../kit/page.tsx';
import { callApi } from '../../../lib/api.ts';
import { useAuth } from '../../../lib/auth.tsx';
import { typedOf } from '../../../lib/forms/fields.ts';
import { FeatureLimit, OwnerPlanLimit, QuotaLimit } from '../../../subscription/shared/plan-limit.tsx';
import { CommissionField, ExternalUrlField, QrFields } from './qr-fields.tsx';
import {
  createBody,
  defaultChildCommission,
  defaultRootCommission,
  QR_FIELDS,
  ROOT_MAXIMUM,
  useQrForm,
  useQrTree,
} from './use-qr-form.ts';

interface AddProps {
  readonly qr: QrAnswer;
  readonly onClose: () => void;
  readonly onMade: (qr: QrAnswer | undefined) => void;
}

export function SiblingDialog({ qr, onClose, onMade }: AddProps) {
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
      ...typedOf(QR_FIELDS, qr),
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

export function SplitDialog({ qr, onClose, onMade }: AddProps) {
  const { t } = useTranslation('qr');
  const tree = useQrTree(qr.siteId, qr.id);
  const asDistributor = useAuth().role === 'distributor';
  const available = tree.data?.availableCommission;
  const form = useQrForm({
    dialog: 'split',
    siteId: qr.siteId,
    available: available ?? 0,
    onSuccess: (answer) => onMade((answer as CallAnswer<typeof calls.splitQr>).qrs[0]),
    fields: { name: 'text', commissionPercent: 'decimal', externalUrl: 'optionalText' },
    initial: { name: '', commissionPercent: defaultChildCommission(available ?? 0), externalUrl: '' },
    call: calls.splitQr,
    prefix: 'splits.0.',
    body: (split) => ({ splits: [split] }),
    params: { siteId: qr.siteId, qrId: qr.id },
    send: (request) => callApi(asDistributor ? calls.splitOwnQr : calls.splitQr, request),
  });
  return (
    <FormDialog
      title={t('split.title')}
      subtitle={t('split.subtitle', { name: qr.name })}
      submitLabel={t('split.submit')}
      form={form}
      submitDisabled={available === undefined || available <= 0}
      onClose={onClose}
    >
      <QueryView<TreeAnswer> query={tree}>
        {({ availableCommission }) => (
          <>
            <FeatureLimit feature="splitDepth" depth={qr.depth + 1} />
            <QuotaLimit quota="activeQrs" />
            <OwnerPlanLimit qrId={qr.id} adds="split" />
            <FormField form={form} name="name" label={t('field.name')} required autoFocus />
            <CommissionField form={form} isRoot={false} available={availableCommission} />
            <ExternalUrlField form={form} />
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}
