import { Box, Stack, Typography } from '@mui/material';
import type { BrandColour } from '@perktree/contracts/brand/brand';
import { softOf, type Theme } from '@perktree/contracts/kernel/contrast';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useTranslation } from 'react-i18next';
import { PALETTES } from '../kit/palettes.ts';
import { brandMobile } from '../lib/brand.ts';

interface Brand {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly colour: BrandColour | null;
  readonly showsProduct: boolean;
}

/** How the scan page will look, in both themes. */
export function BrandPreview(brand: Brand) {
  return (
    <Stack spacing={2}>
      <Page {...brand} theme="light" />
      <Page {...brand} theme="dark" />
    </Stack>
  );
}

function Page({ name, logoUrl, colour, showsProduct, theme }: Brand & { theme: Theme }) {
  const { t } = useTranslation('brand');
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
