import { Alert, AlertTitle, Box, Button } from '@mui/material';
import i18next from 'i18next';
import { Component, type ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { isReachable } from '../lib/connection.ts';
import { lastRequestId } from '../lib/last-request.ts';

interface State {
  readonly failed: boolean;
  /** Id of the failed request, else of the last one, to find it in the server's log. */
  readonly requestId: string | null;
}

/** Replaces a screen that could not be drawn. When offline, the usual cause is a script that could not be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, requestId: null };

  static getDerivedStateFromError(error: unknown): State {
    const ofError = error instanceof ApiError ? error.requestId : null;
    return { failed: true, requestId: ofError ?? lastRequestId() };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { requestId } = this.state;
    return (
      <Box component="main" sx={{ maxWidth: 560, mx: 'auto', p: 3, pt: 10 }}>
        <Alert
          severity="error"
          action={
            <Button color="inherit" onClick={() => window.location.reload()}>
              {i18next.t('error.reload')}
            </Button>
          }
        >
          <AlertTitle>{i18next.t('error.unexpected')}</AlertTitle>
          {i18next.t(isReachable() && navigator.onLine ? 'error.unexpectedText' : 'error.unreachable')}
          {requestId && <div>{i18next.t('error.requestId', { id: requestId })}</div>}
        </Alert>
      </Box>
    );
  }
}
