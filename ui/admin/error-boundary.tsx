import { Alert, AlertTitle, Box, Button } from '@mui/material';
import i18next from 'i18next';
import { Component, type ReactNode } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { isReachable, lastRequestId } from '../lib/connection.ts';
import { CHECK_MS, fetchInTime } from '../lib/public/time-limit.ts';
import { sessionStore } from '../lib/storage.ts';

/** Errors of files that could not be loaded. */
const fileErrors = new WeakSet<Error>();
addEventListener('vite:preloadError', ({ payload }) => void fileErrors.add(payload));

const RELOADED = 'reloaded-build';
/** The name of this file changes with each build. A build is reloaded at most once in a tab, so that it cannot loop. */
const BUILD = import.meta.url;

interface State {
  readonly failed: boolean;
  /** Whether the page may be reloaded, because a file of the screen is gone after an update. */
  readonly isGone: boolean;
  /** Id of the failed request, else of the last one, to find it in the server's log. */
  readonly requestId: string | null;
}

/**
 * Replaces a screen that could not be drawn, until the user goes back. When offline, the usual cause is a script that could
 * not be loaded. When online, the server has another build: the page is reloaded, and its address is already the new one.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, isGone: false, requestId: null };

  static getDerivedStateFromError(error: unknown): State {
    const ofError = error instanceof ApiError ? error.requestId : null;
    const isGone = error instanceof Error && fileErrors.has(error) && sessionStore.get(RELOADED) !== BUILD;
    return { failed: true, isGone, requestId: ofError ?? lastRequestId() };
  }

  override componentDidMount(): void {
    addEventListener('popstate', this.retry);
  }

  override componentWillUnmount(): void {
    removeEventListener('popstate', this.retry);
  }

  override async componentDidCatch(): Promise<void> {
    if (!this.state.isGone) return;
    // Firefox also reports files whose loading ended because the page is being left: they are still there.
    const answer = await fetchInTime(BUILD, { method: 'HEAD', cache: 'no-store' }, CHECK_MS).catch(() => null);
    if (answer?.status === 404) sessionStore.set(RELOADED, BUILD);
    // Without session storage the page would reload for ever.
    if (sessionStore.get(RELOADED) === BUILD) location.reload();
    else this.setState({ isGone: false });
  }

  private readonly retry = (): void => this.setState({ failed: false });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { isGone, requestId } = this.state;
    if (isGone) return null;
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
