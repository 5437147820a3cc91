import { Box, Card, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

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
