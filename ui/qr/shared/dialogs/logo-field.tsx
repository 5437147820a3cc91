import { FormHelperText, Stack } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../kit/form/form-field.tsx';
import { PictureField } from '../../../kit/picture-field.tsx';
import type { Form } from '../../../lib/forms/use-form.ts';
import type { DESIGN_FIELDS } from './design-form.ts';

/** Chooses the picture in the middle of a code, and its size. */
export function LogoField({ form }: { form: Form<typeof DESIGN_FIELDS> }) {
  const { t } = useTranslation('qr-design');
  const hash = form.typed['logo.picture'];
  const problem = form.error('logo.picture');
  return (
    <Stack spacing={2}>
      <PictureField
        label={t('logo')}
        help={t('logoHelp')}
        chooseLabel={t('upload')}
        removeLabel={t('noLogo')}
        hash={hash}
        onChange={(chosen) => form.change('logo.picture', chosen)}
      />
      {problem !== undefined && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
      {hash !== '' && <FormField form={form} name="logo.percent" label={t('percent')} required />}
    </Stack>
  );
}
