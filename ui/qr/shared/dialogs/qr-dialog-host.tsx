import { calls } from '@perktree/contracts/catalogue/calls';
import { currencySymbol } from '@perktree/contracts/kernel/money';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { BENEFIT_BODY } from '@perktree/contracts/qr/benefit';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditedMeanwhile, type FieldWords } from '../../../kit/form/fields.tsx';
import { FormDialog, FormField } from '../../../kit/form/form.tsx';
import { onDemand } from '../../../kit/on-demand.tsx';
import { QueryView } from '../../../kit/page.tsx';
import { useAuth } from '../../../lib/auth.tsx';
import { type EditConflict, useEditForm } from '../../../lib/forms/use-edit-form.ts';
import { SiblingDialog, SplitDialog } from './add-dialogs.tsx';
import { DisplayDialog } from './display-dialog.tsx';
import { CommissionField, ExternalUrlField, QrFields, QrValidity } from './qr-fields.tsx';
import {
  addPercents,
  missingBenefit,
  QR_FIELDS,
  qrEditBody,
  ROOT_MAXIMUM,
  useQrOutcome,
  useQrTree,
} from './use-qr-form.ts';

type Props = { readonly qr: QrAnswer; readonly onClose: () => void };

function EditDialog(props: Props) {
  return useAuth().role === 'distributor' ? <EditAsDistributor {...props} /> : <EditAsOwner {...props} />;
}

function EditAsOwner({ qr, onClose }: Props) {
  const { t } = useTranslation('qr');
  const isRoot = qr.parentQrId === null;
  const parent = useQrTree(qr.siteId, qr.parentQrId);
  const available = isRoot
    ? ROOT_MAXIMUM
    : addPercents(parent.data?.availableCommission ?? 0, Number(qr.commissionPercent));
  const options = { fields: QR_FIELDS, check: missingBenefit, dialog: 'edit', siteId: qr.siteId } as const;
  const outcome = useQrOutcome({ ...options, onSuccess: onClose, available: isRoot ? null : available });
  const form = useEditForm({
    ...options,
    ...outcome,
    saved: qr,
    together: BENEFIT_BODY,
    call: calls.editQr,
    body: qrEditBody,
    params: { siteId: qr.siteId, qrId: qr.id },
  });
  const fields = (
    <QrFields
      form={form}
      currency={qr.currency}
      autoFocus
      {...(isRoot && { renewalHelp: t('field.renewalOf') })}
      commission={<CommissionField form={form} isRoot={isRoot} available={available} />}
    />
  );
  return (
    <EditFrame qr={qr} form={form} isReady={isRoot || parent.data !== undefined} onClose={onClose}>
      {isRoot ? fields : <QueryView query={parent}>{() => fields}</QueryView>}
    </EditFrame>
  );
}

const DISTRIBUTOR_FIELDS = { name: 'text', externalUrl: 'optionalText' } as const;

function EditAsDistributor({ qr, onClose }: Props) {
  const { t } = useTranslation('qr');
  const options = { fields: DISTRIBUTOR_FIELDS, dialog: 'edit', siteId: qr.siteId } as const;
  const outcome = useQrOutcome({ ...options, onSuccess: onClose, available: null });
  const form = useEditForm({
    ...options,
    ...outcome,
    saved: qr,
    call: calls.editQr,
    body: (values) => values,
    params: { siteId: qr.siteId, qrId: qr.id },
  });
  return (
    <EditFrame qr={qr} form={form} onClose={onClose}>
      <FormField form={form} name="name" label={t('field.name')} required autoFocus />
      <ExternalUrlField form={form} />
    </EditFrame>
  );
}

function EditFrame(
  props: Props & {
    form: ComponentProps<typeof FormDialog>['form'] & { readonly conflict: EditConflict | null };
    isReady?: boolean;
    children: ReactNode;
  },
) {
  const { t } = useTranslation('qr');
  const { qr, form } = props;
  const words = useQrWords(qr);
  return (
    <FormDialog
      title={t('edit.title')}
      subtitle={qr.name}
      submitLabel={t('edit.submit')}
      form={form}
      submitDisabled={props.isReady === false}
      onClose={props.onClose}
    >
      <EditedMeanwhile conflict={form.conflict} words={words} />
      <QrValidity qr={qr} sx={{ mb: 2 }} />
      {props.children}
    </FormDialog>
  );
}

/** The names of a QR's fields beside their values, as its form has them. */
function useQrWords({ currency }: QrAnswer): FieldWords {
  const { t } = useTranslation('qr');
  return {
    label: (field) => t(`field.${field as 'name'}`, { symbol: currencySymbol(currency) }),
    text(field, value) {
      if (field === 'renewalPolicy') return t(`field.renewal_${value as QrAnswer['renewalPolicy']}`);
      return field === 'type' ? t(`type.${value as QrAnswer['type']}`) : undefined;
    },
  };
}

export interface OpenQrDialog {
  readonly kind: 'split' | 'sibling' | 'edit' | 'display' | 'design';
  readonly qr: QrAnswer;
}

const DesignDialog = onDemand(() => import('./design-dialog.tsx'));

const DIALOGS = {
  split: SplitDialog,
  sibling: SiblingDialog,
  edit: EditDialog,
  display: DisplayDialog,
  design: DesignDialog,
};

export function QrDialogHost({ open, onClose }: { open: OpenQrDialog | null; onClose: () => void }) {
  // What was made is what is needed next: its code and its link.
  const [made, setMade] = useState<QrAnswer | null>(null);
  if (made !== null) return <DisplayDialog qr={made} onClose={() => setMade(null)} />;
  if (open === null) return null;
  const onMade = (qr: QrAnswer | undefined) => {
    onClose();
    // One that waits for approval has no code that works yet.
    if (qr?.approval === null) setMade(qr);
  };
  const Dialog = DIALOGS[open.kind];
  return <Dialog key={`${open.kind}-${open.qr.id}`} qr={open.qr} onClose={onClose} onMade={onMade} />;
}
