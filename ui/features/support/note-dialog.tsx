import { TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { type DisputeAction, NOTE_LENGTH } from '@perktree/contracts/http/support';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.tsx';

/** Writes a note: opens the dispute of a redemption, answers it, or closes it. */
export default function NoteDialog(props: { redemptionId: string; action: DisputeAction; onClose: () => void }) {
  const { t } = useTranslation('support');
  const { redemptionId, action, onClose } = props;
  const toast = useToast();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const note = useMutation({
    mutationFn: () => callApi(calls.noteDispute, { params: { redemptionId }, body: { action, text: text.trim() } }),
    onSuccess: async () => {
      // Everything that support shows: the timeline, where the dispute is, and the list of disputes.
      await client.invalidateQueries({ queryKey: ['/api', 'support'] });
      toast({ title: t(`dispute.done.${action}`) });
      onClose();
    },
    onError: (error) => toast({ title: t('dispute.failed'), description: errorText(error), variant: 'destructive' }),
  });
  const submit = () => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') note.mutate();
  };
  return (
    <FormDialog
      open
      title={t(`dispute.action.${action}`)}
      subtitle={t('dispute.note.subtitle')}
      submitLabel={t(`dispute.submit.${action}`)}
      pending={note.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('dispute.note.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMissing(false);
        }}
        error={isMissing}
        helperText={isMissing ? t('dispute.note.missing') : t('dispute.note.length', { count: text.length })}
        multiline
        minRows={4}
        maxRows={12}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: NOTE_LENGTH } }}
      />
    </FormDialog>
  );
}
