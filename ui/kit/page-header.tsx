import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ScreenHeading } from './screen-heading.tsx';

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Button component={Link} to={to} startIcon={<ArrowBack />} sx={{ ml: -1.5, mb: 1 }}>
      {label}
    </Button>
  );
}

/** @param props.subtitle an empty text reserves the line while it loads */
export function PageHeader(props: { title: string; subtitle?: ReactNode; actions?: ReactNode }) {
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      sx={{ mb: 3, alignItems: { xs: 'stretch', sm: 'center' }, justifyContent: 'space-between' }}
    >
      <div>
        <ScreenHeading title={props.title} sx={{ overflowWrap: 'anywhere' }} />
        {props.subtitle !== undefined && (
          <Typography variant="subtitle1" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
            {props.subtitle || '\u00a0'}
          </Typography>
        )}
      </div>
      {props.actions && (
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
          {props.actions}
        </Stack>
      )}
    </Stack>
  );
}
