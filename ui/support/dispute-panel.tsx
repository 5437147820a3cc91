import { Button, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { DisputeAction, SupportSubject } from '@perktree/contracts/support/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { Panel, StatusBadge } from '../kit/page.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { useToast } from '../lib/toast.tsx';

function NoteDialog(props: { redemptionId: string; action: DisputeAction; onClose: () => void }) {
  const { t } = useTranslation('support');
  const { redemptionId, action, onClose } = props;
  const toast = useToast();
  const client = useQueryClient();
  const form = useForm({
    fields: { text: 'text' },
    call: calls.noteDispute,
    body: ({ text }) => ({ action, text }),
    params: { redemptionId },
    draft: `${action} ${redemptionId}`,
    onSuccess: async () => {
      // The timeline, the state of the dispute, and the list of disputes.
      await client.invalidateQueries({ queryKey: ['/api', 'support'] });
      toast({ title: t(`dispute.done.${action}`) });
      onClose();
    },
    failed: t('dispute.failed'),
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
        autoFocus
      />
    </FormDialog>
  );
}

const NEXT: Readonly<Record<'none' | NonNullable<SupportSubject['dispute']>, readonly DisputeAction[]>> = {
  none: ['open'],
  open: ['answer', 'close'],
  answered: ['answer', 'close'],
  closed: ['open'],
};
export const DISPUTE_TONES = { open: 'bad', answered: 'warning', closed: 'quiet' } as const;

export function DisputePanel({ redemption }: { redemption: SupportSubject }) {
  const { t } = useTranslation('support');
  const [action, setAction] = useState<DisputeAction | null>(null);
  const { dispute } = redemption;
  return (
    <Panel
      title={t('dispute.title')}
      action={dispute && <StatusBadge tone={DISPUTE_TONES[dispute]} label={t(`dispute.state.${dispute}`)} />}
    >
      <Typography variant="quiet" sx={{ mb: 1.5 }}>
        {t('dispute.text')}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        {NEXT[dispute ?? 'none'].map((next) => (
          <Button key={next} variant="outlined" onClick={() => setAction(next)}>
            {t(`dispute.action.${next}`)}
          </Button>
        ))}
      </Stack>
      {action && <NoteDialog redemptionId={redemption.id} action={action} onClose={() => setAction(null)} />}
    </Panel>
  );
}
