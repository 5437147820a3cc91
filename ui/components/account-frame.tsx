import { Box, Card, Link, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { brandMobile } from '../lib/brand.ts';
import { BrandMark } from './brand-mark.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { ScreenHeading } from './screen-heading.tsx';

export function AccountFrame(props: { title: string; subtitle: string; children: ReactNode }) {
  return (
    <Stack
      component="main"
      spacing={3}
      sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', px: 2, py: 4 }}
    >
      <Link
        href="/"
        underline="none"
        color="inherit"
        sx={{ display: 'flex', gap: 1.25, alignItems: 'center', minHeight: 44 }}
      >
        <BrandMark size={36} />
        <Typography variant="h2" component="span">
          {brandMobile()}
        </Typography>
      </Link>
      <Card sx={{ width: '100%', maxWidth: 440, p: { xs: 2.5, sm: 4 } }}>
        <ScreenHeading title={props.title} />
        <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 3 }}>{props.subtitle}</Typography>
        {props.children}
      </Card>
      <Box>
        <LanguageChoice />
      </Box>
    </Stack>
  );
}
