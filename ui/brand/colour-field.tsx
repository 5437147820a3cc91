import { Alert, Box, Stack } from '@mui/material';
import { brandColour } from '@perktree/contracts/brand/brand';
import { leastContrast, type Theme } from '@perktree/contracts/kernel/contrast';
import { formatNumber } from '@perktree/contracts/kernel/format';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { PALETTES } from '../kit/palettes.ts';
import type { Form } from '../lib/forms/use-form.ts';
import { type BRAND_FIELDS, colourOf } from './brand-fields.ts';

/** A colour to type or pick. Shows how pages correct it for contrast. */
export function ColourField({ form }: { form: Form<typeof BRAND_FIELDS> }) {
  const { t } = useTranslation('brand');
  const colour = colourOf(form.typed.colour);
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'flex-start' }}>
        <FormField
          form={form}
          name="colour"
          label={t('colour')}
          placeholder={PALETTES.light.primary}
          helperText={t('colourHelp')}
          autoComplete="off"
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off', maxLength: 7 } }}
        />
        <Box
          component="input"
          type="color"
          aria-label={t('pickColour')}
          value={colour ?? PALETTES.light.primary}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => form.put('colour', event.target.value)}
          sx={{
            flex: 'none',
            width: 56,
            height: 56,
            p: 0.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
            bgcolor: 'transparent',
          }}
        />
      </Stack>
      <div role="status">
        {colour &&
          (['light', 'dark'] as const).map((theme) => <Correction key={theme} chosen={colour} theme={theme} />)}
      </div>
    </Stack>
  );
}

/** Says which colour is used in a theme where the chosen one is hard to read. */
function Correction({ chosen, theme }: { chosen: string; theme: Theme }) {
  const { t, i18n } = useTranslation('brand');
  const used = brandColour(chosen)[theme];
  if (used === chosen) return null;
  const ratio = (colour: string) => formatNumber(leastContrast(colour, theme), i18n.language);
  return (
    <Alert
      severity="info"
      icon={<Box sx={{ width: 24, height: 24, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: used }} />}
      sx={{ mb: 1 }}
    >
      {t(theme === 'light' ? 'correctedLight' : 'correctedDark', {
        ...{ chosen, used, from: ratio(chosen), to: ratio(used) },
      })}
    </Alert>
  );
}
