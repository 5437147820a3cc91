import { Alert, AlertTitle, Box, Button } from '@mui/material';
import i18next from 'i18next';
import { Component, type ReactNode } from 'react';

/** A screen that could not be drawn, instead of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Box sx={{ maxWidth: 560, mx: 'auto', p: 3, pt: 10 }}>
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => window.location.reload()}>
              {i18next.t('error.reload')}
            </Button>
          }
        >
          <AlertTitle>{i18next.t('error.unexpected')}</AlertTitle>
          {i18next.t('error.unexpectedText')}
        </Alert>
      </Box>
    );
  }
}
