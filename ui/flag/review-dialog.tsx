import { calls } from '@perktree/contracts/catalogue/calls';
import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useSubjectOf } from './flag-words.ts';

/** Marks the redemptions that the flag has now as reviewed, with the reason. */
export function ReviewDialog({ flag, siteId, onClose }: { flag: FlagAnswer; siteId: string; onClose: () => void }) {
  const { t } = useTranslation('flags');
  const toast = useToast();
  const client = useQueryClient();
  const subject = useSubjectOf()(flag);
  const title = t(`kind.${flag.kind}.title`);
  const form = useForm({
    fields: { reason: 'text' },
    initial: { reason: '' },
    call: calls.reviewFlag,
    body: ({ reason }) => ({ reason, redemptions: flag.redemptions }),
    params: { siteId, flagId: flag.id },
    onSuccess: () => {
      toast({ title: t('review.saved'), description: title });
      void client.invalidateQueries({ queryKey: ['/api', 'sites', siteId, 'flags'] });
      onClose();
    },
    onError: failureToast(toast, t('review.failed')),
  });
  return (
    <FormDialog
      title={t('review.title')}
      subtitle={`${title}: ${subject}`}
      submitLabel={t('review.submit')}
      form={form}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="reason"
        label={t('review.reason')}
        helperText={t('review.help', { count: flag.redemptions })}
        multiline
        fullWidth
      />
    </FormDialog>
  );
}
