import { Alert, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { OneTimeCodeField } from '../../kit/form/form-field.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { errorText } from '../../lib/api-error.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useToast } from '../../lib/toast.tsx';
import { CurrentPasswordField } from '../current-password-field.tsx';

export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const form = useForm({
    fields: { currentPassword: 'secret', oneTimeCode: 'text' },
    initial: { currentPassword: '', oneTimeCode: '' },
    call: calls.turnOffSecondFactor,
    body: (values) => values,
    refusals: {
      WRONG_CREDENTIALS: ['currentPassword', t('password.wrong')],
      WRONG_ONE_TIME_CODE: ['oneTimeCode', t('factor.wrongCode')],
    },
    onSuccess: () => {
      toast({ title: t('factor.off') });
      onClose();
    },
  });
  return (
    <FormDialog title={t('factor.turnOff')} submitLabel={t('factor.turnOff')} destructive form={form} onClose={onClose}>
      <Stack spacing={2}>
        <Typography variant="body2">{t('factor.turnOffText')}</Typography>
        <CurrentPasswordField form={form} name="currentPassword" label={t('factor.password')} />
        <OneTimeCodeField form={form} label={t('factor.anyCode')} digits={false} helperText={t('factor.anyCodeHelp')} />
        {form.failure && <Alert severity="error">{errorText(form.failure)}</Alert>}
      </Stack>
    </FormDialog>
  );
}
