import { calls } from '@perktree/contracts/catalogue/calls';
import type { DisputeAction } from '@perktree/contracts/support/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';

export default function NoteDialog(props: { redemptionId: string; action: DisputeAction; onClose: () => void }) {
  const { t } = useTranslation('support');
  const { redemptionId, action, onClose } = props;
  const toast = useToast();
  const client = useQueryClient();
  const form = useForm({
    fields: { text: 'text' },
    initial: { text: '' },
    call: calls.noteDispute,
    body: ({ text }) => ({ action, text }),
    params: { redemptionId },
    onSuccess: async () => {
      // The timeline, the state of the dispute, and the list of disputes.
      await client.invalidateQueries({ queryKey: ['/api', 'support'] });
      toast({ title: t(`dispute.done.${action}`) });
      onClose();
    },
    onError: failureToast(toast, t('dispute.failed')),
  });
  return (
    <FormDialog
      title={t(`dispute.action.${action}`)}
      subtitle={t('dispute.note.subtitle')}
      submitLabel={t(`dispute.submit.${action}`)}
      form={form}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="text"
        label={t('dispute.note.label')}
        helperText={t('dispute.note.length', { typed: form.typed.text.length })}
        multiline
        minRows={4}
        maxRows={12}
        fullWidth
        autoFocus
      />
    </FormDialog>
  );
}
