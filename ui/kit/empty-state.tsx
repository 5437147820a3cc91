import { Box, Card, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function NothingFound() {
  const { t } = useTranslation('list');
  return <EmptyState title={t('none')} text={t('noneText')} />;
}

interface Props {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

export function EmptyState(props: Props) {
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', textAlign: 'center', py: { xs: 4, sm: 5 }, px: 2 }}>
      {props.icon && (
        <Box
          aria-hidden="true"
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 56,
            height: 56,
            borderRadius: '50%',
            bgcolor: 'primary.light',
            color: 'primary.dark',
            mb: 0.5,
          }}
        >
          {props.icon}
        </Box>
      )}
      <Typography variant="h3" component="p">
        {props.title}
      </Typography>
      {props.text && (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 420 }}>
          {props.text}
        </Typography>
      )}
      {props.action && <Box sx={{ pt: 1.5 }}>{props.action}</Box>}
    </Stack>
  );
}

export const EmptyCard = (props: Props) => (
  <Card>
    <EmptyState {...props} />
  </Card>
);
