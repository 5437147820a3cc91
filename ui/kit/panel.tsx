import { Box, Card, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** Hides what is below loading content, because it would move under the finger when the content arrives. */
export const HIDDEN_BELOW_LOADING = {
  '& > [data-loading] ~ *, & > :has([data-loading]) ~ *': { visibility: 'hidden' },
} as const;

/** Panels one below the other. Each appears after those above it have loaded. */
export function Panels({ children }: { children: ReactNode }) {
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={HIDDEN_BELOW_LOADING}>
      {children}
    </Stack>
  );
}

export function Panel(props: {
  title: string;
  subtitle?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ px: { xs: 2, sm: 3 }, pt: 2.5, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
      >
        <div>
          <Typography id={id} variant="h2">
            {props.title}
          </Typography>
          {props.subtitle && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
              {props.subtitle}
            </Typography>
          )}
        </div>
        {props.action}
      </Stack>
      <Box sx={{ p: { xs: 2, sm: 3 } }}>{props.children}</Box>
    </Card>
  );
}
