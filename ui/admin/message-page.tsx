import { Box, Card, Stack, type SvgIcon, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { FULL_HEIGHT } from '../kit/loading.tsx';
import { ScreenHeading } from '../kit/screen-heading.tsx';

/** A page outside of the shell that says why there is no screen. @param props.children its buttons */
export function MessagePage(props: { icon: typeof SvgIcon; title: string; text: string; children: ReactNode }) {
  const Icon = props.icon;
  return (
    <Box component="main" sx={{ ...FULL_HEIGHT, display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: 4, maxWidth: 440, width: '100%', textAlign: 'center' }}>
        <Icon aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', mb: 1 }} />
        <ScreenHeading title={props.title} />
        <Typography sx={{ color: 'text.secondary', my: 2 }}>{props.text}</Typography>
        <Stack spacing={1.5}>{props.children}</Stack>
      </Card>
    </Box>
  );
}
