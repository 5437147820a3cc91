import { calls } from '@perktree/contracts/catalogue/calls';
import { ConfirmDialog } from '../../kit/dialogs.tsx';
import { FormDialog, FormField } from '../../kit/form/form.tsx';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useCommand } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';

interface Props {
  readonly siteId: string;
  readonly distributor: { readonly id: string; readonly name: string; readonly isBlocked: boolean };
  readonly onClose: () => void;
}

export default function BlockDialog(props: Props) {
  return props.distributor.isBlocked ? <UnblockDialog {...props} /> : <BlockForm {...props} />;
}

function useOutcomeOf({ siteId, distributor }: Props, action: 'block' | 'unblock') {
  const { t, format } = useLocale('distributors');
  return {
    done: () => ({ title: t(`${action}.done`), description: format.person(distributor.name) }),
    failed: t(`${action}.failed`),
    changes: [['/api', 'sites', siteId]],
  };
}

function BlockForm(props: Props) {
  const { t, format } = useLocale('distributors');
  const { siteId, distributor, onClose } = props;
  const params = { siteId, distributorId: distributor.id };
  const form = useForm({
    fields: { reason: 'text' },
    call: calls.blockDistributor,
    body: ({ reason }) => ({ reason: reason || null }),
    params,
    ...useOutcomeOf(props, 'block'),
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('block.title', { name: format.person(distributor.name) })}
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
        autoFocus
      />
    </FormDialog>
  );
}

function UnblockDialog(props: Props) {
  const { t, format } = useLocale('distributors');
  const { siteId, distributor, onClose } = props;
  const change = useCommand({
    send: () => callApi(calls.unblockDistributor, { params: { siteId, distributorId: distributor.id } }),
    ...useOutcomeOf(props, 'unblock'),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={t('unblock.title', { name: format.person(distributor.name) })}
      confirmLabel={t('unblock.submit')}
      pending={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {t('unblock.text')}
    </ConfirmDialog>
  );
}
