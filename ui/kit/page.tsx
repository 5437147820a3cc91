import ArrowBack from '@mui/icons-material/ArrowBack';
import { Alert, AlertTitle, Box, Button, type ButtonProps, Card, Chip, Stack, Typography } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LinkProps } from 'react-router-dom';
import { ApiError, errorText, isRefusal } from '../lib/api-error.ts';
import { loginHere } from '../lib/public/login.ts';
import { Loading } from './loading.tsx';
import { ScreenHeading } from './screen-heading.tsx';

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <LinkButton to={to} variant="text" startIcon={<ArrowBack />} sx={{ ml: -1.5, mb: 1 }}>
      {label}
    </LinkButton>
  );
}

/** A button that leads to another screen. */
export const LinkButton = (props: ButtonProps & Pick<LinkProps, 'to'>) => (
  <Button component={Link} variant="outlined" {...props} />
);

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

/** Hides what is below loading content, because it would move under the finger when the content arrives. */
const HIDDEN_BELOW_LOADING = {
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
        sx={{
          px: { xs: 2, sm: 3 },
          pt: 2.5,
          // Below a title, a field needs room for its label.
          gap: 1.5,
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
        }}
      >
        <div>
          <Typography id={id} variant="h2">
            {props.title}
          </Typography>
          {props.subtitle && (
            <Typography variant="quiet" sx={{ mt: 0.25 }}>
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

/** Two columns on wide screens; on narrow screens and on paper panels one below the other, as in `Panels`. */
export function Columns({ widths = 'repeat(2, minmax(0, 1fr))', children }: { widths?: string; children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        gap: { xs: 2, sm: 3 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: widths },
        '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
        [theme.breakpoints.down('lg')]: HIDDEN_BELOW_LOADING,
      })}
    >
      {children}
    </Box>
  );
}

/** The sentence of a failure; nothing without one. */
export function FailureAlert({ error, ...look }: { error: Error | null } & ComponentProps<typeof Alert>) {
  if (error === null) return null;
  return (
    <Alert severity="error" {...look}>
      {errorText(error)}
    </Alert>
  );
}

export function ErrorNotice({ error, title, onRetry }: { error: unknown; title?: string; onRetry?: () => void }) {
  const { t } = useTranslation('common');
  const requestId = error instanceof ApiError ? error.requestId : null;
  const isSignedOut = isRefusal(error, 'NOT_SIGNED_IN');
  const action = isSignedOut
    ? { href: loginHere(), children: t('error.logIn') }
    : onRetry && { onClick: onRetry, children: t('retry') };
  return (
    <Alert
      severity="error"
      // On a phone, the retry button goes below the text.
      sx={{
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
      }}
      slotProps={{
        action: { sx: { flexBasis: { xs: '100%', sm: 'auto' }, pl: { xs: 1.25, sm: 2 }, pt: { xs: 0, sm: 0.5 } } },
      }}
      action={action && <Button color="inherit" {...action} sx={{ whiteSpace: 'nowrap' }} />}
    >
      <AlertTitle>{title ?? t('error.title')}</AlertTitle>
      {errorText(error)}
      {requestId && <div>{t('error.requestId', { id: requestId })}</div>}
    </Alert>
  );
}

/**
 * Shows loading, data or an error. Data that could not be refreshed stays, with a notice that it may be out of date.
 * @param props.problem the screen's own error text
 */
export function QueryView<T>(props: {
  query: UseQueryResult<T, Error>;
  problem?: string;
  /** Shown while the query loads. Default: a spinner. */
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const { query, problem } = props;
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (!query.isError) return props.loading ?? <Loading />;
    return <ErrorNotice error={query.error} {...(problem ? { title: problem } : {})} onRetry={retry} />;
  }
  return (
    <>
      {query.isError && !isOffline(query.error) && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={retry}>
              {t('retry')}
            </Button>
          }
          sx={{ mb: 2 }}
        >
          {t('error.outOfDate')}
        </Alert>
      )}
      {props.children(query.data)}
    </>
  );
}

/** When offline, the page shows its own notice (admin/after-start.tsx). */
const isOffline = (error: Error) => error instanceof ApiError && error.status === 0;

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
        <Typography variant="quiet" sx={{ maxWidth: 420 }}>
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

/** Screens that create what an empty list lacks. */
const STEPS = {
  createSite: '/sites?create=1',
  scan: '/mobile-scanner',
  createQr: '/qr-management',
  printQrs: '/qr-management/print',
  redeem: '/staff-validation',
  chooseSite: '/qr-management',
} as const;

/** The link of an empty state to its next step. @param props.siteId site to preselect there */
export function NextStep({ step, siteId }: { step: keyof typeof STEPS; siteId?: string | undefined }) {
  const { t } = useTranslation('common');
  const query = siteId === undefined ? '' : `?site=${siteId}`;
  return (
    <LinkButton to={STEPS[step] + query} variant="contained">
      {t(`next.${step}`)}
    </LinkButton>
  );
}

export function StatusBadge({ label, tone }: { label: string; tone: 'good' | 'quiet' | 'warning' | 'bad' }) {
  const colours = {
    good: { bgcolor: 'primary.light', color: 'primary.dark' },
    quiet: { bgcolor: 'var(--colour-neutral-soft)', color: 'text.secondary' },
    warning: { bgcolor: 'secondary.light', color: 'secondary.dark' },
    bad: { bgcolor: 'error.light', color: 'error.main' },
  }[tone];
  return <Chip size="small" label={label} sx={{ ...colours, height: 26 }} />;
}
