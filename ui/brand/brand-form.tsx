import { Alert, Box, Button, FormHelperText, Link, Stack, Typography } from '@mui/material';
import { LEGAL_PAGES } from '@perktree/contracts/account/legal-links';
import type { BrandColour } from '@perktree/contracts/brand/brand';
import { brandColour } from '@perktree/contracts/brand/brand';
import type { BrandAnswer } from '@perktree/contracts/brand/calls';
import { pictureUrl } from '@perktree/contracts/brand/picture-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { leastContrast, softOf, type Theme } from '@perktree/contracts/kernel/contrast';
import { joined } from '@perktree/contracts/kernel/isolated';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { SwitchField } from '../kit/form/check-field.tsx';
import { ColourField } from '../kit/form/colour-field.tsx';
import { EditedMeanwhile } from '../kit/form/fields.tsx';
import { FormField, RestoredNotice } from '../kit/form/form.tsx';
import { Panel } from '../kit/page.tsx';
import { PictureField } from '../kit/picture-field.tsx';
import { PALETTES } from '../kit/theme.ts';
import { useAuth } from '../lib/auth.tsx';
import { brandMobile } from '../lib/brand.ts';
import { useEditForm } from '../lib/forms/use-edit-form.ts';
import type { Form } from '../lib/forms/use-form.ts';
import { queryKeyOf } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

interface Brand {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly colour: BrandColour | null;
  readonly showsProduct: boolean;
}

/** How the scan page will look, in both themes. */
function BrandPreview(brand: Brand) {
  return (
    <Stack spacing={2}>
      <Page {...brand} theme="light" />
      <Page {...brand} theme="dark" />
    </Stack>
  );
}

function Page({ name, logoUrl, colour, showsProduct, theme }: Brand & { theme: Theme }) {
  const { t } = useLocale('brand');
  const palette = PALETTES[theme];
  const primary = colour?.[theme] ?? palette.primary;
  const soft = colour ? softOf(colour[theme], theme) : palette['primary-soft'];
  return (
    <Box
      component="figure"
      aria-label={t(theme === 'light' ? 'previewLight' : 'previewDark')}
      sx={{
        m: 0,
        p: 2,
        borderRadius: 3,
        border: 1,
        borderColor: 'divider',
        bgcolor: palette.page,
        color: palette.text,
      }}
    >
      <Stack direction="row" spacing={1.25} sx={{ alignItems: 'center', minHeight: 44 }}>
        {logoUrl && <Box component="img" src={logoUrl} alt="" sx={{ width: 36, height: 36, objectFit: 'contain' }} />}
        <Typography sx={{ fontWeight: 700, fontSize: '1.125rem', overflowWrap: 'anywhere', minWidth: 0 }}>
          {showsProduct ? joined([name, brandMobile()]) : name}
        </Typography>
      </Stack>
      <Stack
        spacing={1.5}
        sx={{
          mt: 1,
          p: 2,
          borderRadius: 4,
          border: 1,
          borderColor: palette.line,
          bgcolor: palette.surface,
          textAlign: 'center',
        }}
      >
        <Typography sx={{ color: primary, fontWeight: 600 }}>{t('sample.header')}</Typography>
        <Typography sx={{ p: 2, borderRadius: 3, bgcolor: soft, color: primary, fontWeight: 700, fontSize: '1.25rem' }}>
          {t('sample.benefit')}
        </Typography>
        <Box sx={{ p: 1.25, borderRadius: 2.5, bgcolor: primary, color: palette['on-primary'], fontWeight: 600 }}>
          {t('sample.button')}
        </Box>
      </Stack>
    </Box>
  );
}

const BRAND_FIELDS = {
  name: 'optionalText',
  logo: 'optionalText',
  colour: 'optionalText',
  whiteLabel: 'flag',
  privacy: 'optionalText',
  terms: 'optionalText',
  imprint: 'optionalText',
} as const;

/** The typed colour as `#rrggbb` in lower case; null if it is not a colour. */
function colourOf(typed: string): string | null {
  const colour = typed.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : null;
}

/** A colour to type or pick. Shows how pages correct it for contrast. */
function BrandColourField({ form }: { form: Form<typeof BRAND_FIELDS> }) {
  const { t } = useLocale('brand');
  const colour = colourOf(form.typed.colour);
  return (
    <Stack spacing={1.5}>
      <ColourField
        form={form}
        name="colour"
        label={t('colour')}
        pickLabel={t('pickColour')}
        placeholder={PALETTES.light.primary}
        helperText={t('colourHelp')}
      />
      <div role="status">
        {colour &&
          (['light', 'dark'] as const).map((theme) => <Correction key={theme} chosen={colour} theme={theme} />)}
      </div>
    </Stack>
  );
}

/** Says which colour is used in a theme where the chosen one is hard to read. */
function Correction({ chosen, theme }: { chosen: string; theme: Theme }) {
  const { t, format } = useLocale('brand');
  const used = brandColour(chosen)[theme];
  if (used === chosen) return null;
  const ratio = (colour: string) => format.number(leastContrast(colour, theme));
  return (
    <Alert
      severity="info"
      icon={<Box sx={{ width: 24, height: 24, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: used }} />}
      sx={{ mb: 1 }}
    >
      {t(theme === 'light' ? 'correctedLight' : 'correctedDark', {
        chosen,
        used,
        from: ratio(chosen),
        to: ratio(used),
      })}
    </Alert>
  );
}

export function BrandForm({ siteId, siteName, saved }: { siteId: string; siteName: string; saved: BrandAnswer }) {
  const { t } = useLocale('brand');
  const client = useQueryClient();
  const { user } = useAuth();
  const mayHide = PLANS[user?.subscriptionPlan ?? 'free'].limits.whiteLabel;
  const request = { params: { siteId } };
  const form = useEditForm({
    fields: BRAND_FIELDS,
    saved: { ...saved, colour: saved.colour?.chosen ?? null },
    call: calls.brandSite,
    body: (values) => values,
    ...request,
    done: () => ({ title: t('saved'), description: t('savedText') }),
    failed: t('failed'),
    onSuccess: (answer) => client.setQueryData(queryKeyOf(calls.siteBrand, request), answer),
  });
  const { name, logo, whiteLabel } = form.typed;
  const colour = colourOf(form.typed.colour);
  /** A picture has no text: its name is the start of its hash. */
  const text = (field: string, value: unknown) =>
    field === 'logo' && typeof value === 'string' ? value.slice(0, 8) : undefined;

  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Panel title={t('look')} subtitle={t('lookText')}>
        <form ref={form.ref} onSubmit={form.submit} noValidate>
          <EditedMeanwhile
            conflict={form.conflict}
            words={{ label: (field) => t(field as keyof typeof BRAND_FIELDS), text }}
          />
          <Stack spacing={3}>
            <RestoredNotice form={form} />
            <FormField
              form={form}
              name="name"
              label={t('name')}
              placeholder={siteName}
              helperText={t('nameHelp', { name: siteName })}
              autoComplete="off"
            />
            <PictureField
              label={t('logo')}
              help={t('logoHelp')}
              chooseLabel={t('chooseLogo')}
              removeLabel={t('removeLogo')}
              hash={logo}
              onChange={(hash) => form.put('logo', hash)}
            />
            <BrandColourField form={form} />
            <div>
              <SwitchField
                label={t('whiteLabel')}
                checked={whiteLabel}
                disabled={!mayHide && !whiteLabel}
                onChange={(on) => form.change('whiteLabel', on)}
                slotProps={{ input: { 'aria-describedby': 'white-label-help' } }}
              />
              <FormHelperText id="white-label-help">
                {mayHide ? t('whiteLabelHelp') : t('whiteLabelNeedsUltra')}{' '}
                {!mayHide && (
                  <Link component={RouterLink} to="/subscription">
                    {t('seePlans')}
                  </Link>
                )}
              </FormHelperText>
            </div>
            {LEGAL_PAGES.map((name) => (
              <FormField
                key={name}
                form={form}
                name={name}
                label={t(name)}
                placeholder="https://"
                helperText={t('legalHelp')}
                autoComplete="off"
                slotProps={{ htmlInput: { inputMode: 'url', spellCheck: false, autoCapitalize: 'off' } }}
              />
            ))}
            <Button type="submit" variant="contained" loading={form.pending} sx={{ alignSelf: 'flex-start' }}>
              {t('save')}
            </Button>
          </Stack>
        </form>
      </Panel>
      <Panel title={t('preview')} subtitle={t('previewText')}>
        <BrandPreview
          name={name.trim() || siteName}
          logoUrl={logo === '' ? null : pictureUrl(logo)}
          colour={colour === null ? null : brandColour(colour)}
          showsProduct={!(whiteLabel && mayHide)}
        />
      </Panel>
    </Box>
  );
}
