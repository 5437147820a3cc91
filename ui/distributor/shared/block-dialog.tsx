import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';

interface Props {
  readonly siteId: string;
  readonly distributor: { readonly id: string; readonly name: string; readonly isBlocked: boolean };
  readonly onClose: () => void;
}

export function BlockDialog(props: Props) {
  return props.distributor.isBlocked ? <UnblockDialog {...props} /> : <BlockForm {...props} />;
}

function useOutcome({ siteId, distributor, onClose }: Props, action: 'block' | 'unblock') {
  const { t, i18n } = useTranslation('distributors');
  const toast = useToast();
  const client = useQueryClient();
  return {
    onSuccess: () => {
      toast({ title: t(`${action}.done`), description: personName(distributor.name, i18n.language) });
      void client.invalidateQueries({ queryKey: ['/api', 'sites', siteId] });
      onClose();
    },
    onError: failureToast(toast, t(`${action}.failed`)),
  };
}

function BlockForm(props: Props) {
  const { t, i18n } = useTranslation('distributors');
  const { siteId, distributor, onClose } = props;
  const params = { siteId, distributorId: distributor.id };
  const form = useForm({
    fields: { reason: 'text' },
    initial: { reason: '' },
    call: calls.blockDistributor,
    body: ({ reason }) => ({ reason: reason || null }),
    params,
    ...useOutcome(props, 'block'),
  });
  return (
    <FormDialog
      title={t('block.title', { name: personName(distributor.name, i18n.language) })}
      subtitle={t('block.text')}
      submitLabel={t('block.submit')}
      destructive
      form={form}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="reason"
        label={t('block.reason')}
        helperText={t('block.reasonHelp')}
        multiline
        fullWidth
      />
    </FormDialog>
  );
}

function UnblockDialog(props: Props) {
  const { t, i18n } = useTranslation('distributors');
  const { siteId, distributor, onClose } = props;
  const change = useMutation({
    mutationFn: () => callApi(calls.unblockDistributor, { params: { siteId, distributorId: distributor.id } }),
    ...useOutcome(props, 'unblock'),
  });
  return (
    <ConfirmDialog
      open
      title={t('unblock.title', { name: personName(distributor.name, i18n.language) })}
      confirmLabel={t('unblock.submit')}
      pending={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {t('unblock.text')}
    </ConfirmDialog>
  );
}
