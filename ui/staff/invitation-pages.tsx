import GroupAdd from '@mui/icons-material/GroupAdd';
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { FULL_HEIGHT, Loading } from '../kit/loading.tsx';
import { FailureAlert, LinkButton } from '../kit/page.tsx';
import { ScreenHeading } from '../kit/screen-heading.tsx';
import { callApi } from '../lib/api.ts';
import { isRefusal } from '../lib/api-error.ts';
import { logOut, useAuth } from '../lib/auth.tsx';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

interface Invited {
  /** Who invites for what. */
  readonly text: string;
  /** Only the account with this address can accept. */
  readonly email: string;
  /** Of the page. */
  readonly path: string;
  /** The call that accepts, and the role and screen that the account wants then. */
  readonly accept: {
    readonly call: typeof calls.acceptInvitation | typeof calls.acceptAuditorInvitation;
    readonly params: { readonly token: string };
    readonly role: Role;
    readonly home: string;
  };
}

/** The page of an invitation's link, to the staff of a site or to an audit. */
function InvitationPage(
  props: Invited & {
    readonly title: string;
    readonly invitation: { readonly isPending: boolean; readonly data: unknown; readonly error: Error | null };
  },
) {
  const { t } = useLocale('staff-invitation');
  const { isLoading } = useAuth();
  const { invitation, title } = props;
  if (isLoading || invitation.isPending) return <Loading page />;
  return (
    <Box component="main" sx={{ ...FULL_HEIGHT, display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: { xs: 3, sm: 4 }, maxWidth: 460, width: '100%', overflowWrap: 'anywhere' }}>
        <Stack spacing={2} sx={{ alignItems: 'stretch', textAlign: 'center' }}>
          <GroupAdd aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', alignSelf: 'center' }} />
          <ScreenHeading title={title} />
          {invitation.data ? (
            <>
              <Typography sx={{ color: 'text.secondary' }}>{props.text}</Typography>
              <Offer {...props} />
            </>
          ) : (
            <>
              <FailureAlert error={invitation.error} sx={{ textAlign: 'left' }} />
              <LinkButton to="/" size="large">
                {t('home')}
              </LinkButton>
            </>
          )}
        </Stack>
      </Card>
    </Box>
  );
}

/** The person who has no mail that verifies the address, or whose link has expired, gets another one, which leads back here. */
function SendVerification({ path }: { path: string }) {
  const { t } = useLocale('staff-invitation');
  const send = useMutation({ mutationFn: () => callApi(calls.resendVerification, { body: { returnTo: path } }) });
  if (send.isSuccess) {
    return (
      <Alert severity="success" role="status" sx={{ textAlign: 'left' }}>
        {t('sent')}
      </Alert>
    );
  }
  return (
    <>
      <FailureAlert error={send.error} sx={{ textAlign: 'left' }} />
      <Button variant="outlined" size="large" loading={send.isPending} onClick={() => send.mutate()}>
        {t('sendAgain')}
      </Button>
    </>
  );
}

/** What the visitor can do: accept, log in, or switch to the account with the address. */
function Offer({ email, path, accept: { call, params, role, home } }: Invited) {
  const { t } = useLocale('staff-invitation');
  const { user } = useAuth();
  const back = new URLSearchParams({ returnTo: path });
  const accept = useMutation({
    mutationFn: async () => {
      await callApi(call, { params });
      await callApi(calls.switchRole, { body: { role } });
    },
    onSuccess: () => window.location.assign(home),
  });
  if (user === null) {
    return (
      <>
        <Typography>{t('signedOut', { email })}</Typography>
        <Button href={`/login?${back}`} variant="contained" size="large">
          {t('login')}
        </Button>
        <Button href={`/register?${back}`} variant="outlined" size="large">
          {t('register')}
        </Button>
      </>
    );
  }
  if (user.email !== email) {
    return (
      <>
        <Alert severity="warning" sx={{ textAlign: 'left' }}>
          {t('otherAccount', { email, own: user.email })}
        </Alert>
        <Button variant="contained" size="large" onClick={() => logOut(`/login?${back}`)}>
          {t('switchAccount')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Typography>{t('signedIn', { email })}</Typography>
      <FailureAlert error={accept.error} sx={{ textAlign: 'left' }} />
      <Button
        variant="contained"
        size="large"
        loading={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {t('accept')}
      </Button>
      {isRefusal(accept.error, 'EMAIL_NOT_VERIFIED') && <SendVerification path={path} />}
    </>
  );
}

export function StaffInvitationPage() {
  const { t } = useLocale('staff-invitation');
  const { token = '' } = useParams();
  const invitation = useApi(calls.staffInvitation, { params: { token } });
  const { site = '', invitedBy = null, email = '' } = invitation.data ?? {};
  return (
    <InvitationPage
      invitation={invitation}
      path={`/staff-invitations/${token}`}
      title={invitation.data ? t('titleOf', { site }) : t('title')}
      text={invitedBy === null ? t('invites', { site }) : t('invitesBy', { site, name: invitedBy })}
      email={email}
      // A new staff member wants to work as staff, whatever other roles the account has.
      accept={{ call: calls.acceptInvitation, params: { token }, role: 'staff', home: '/staff-validation' }}
    />
  );
}

export function AuditorInvitationPage() {
  const { t, format } = useLocale('staff-invitation');
  const { token = '' } = useParams();
  const invitation = useApi(calls.auditorInvitation, { params: { token } });
  const { business, invitedBy, email, until, timeZone } = invitation.data ?? {};
  const named = { business: business ?? t('allBusinesses'), name: invitedBy ?? '', timeZone };
  // The last moment of the last day.
  const lastDay = until === undefined ? '' : new Date(Date.parse(until) - 1).toISOString();
  const date = lastDay === '' ? '' : format.date(lastDay, timeZone);
  const title = business === null ? t('auditPlatform') : business === undefined ? t('auditTitle') : null;
  return (
    <InvitationPage
      invitation={invitation}
      path={`/auditor-invitations/${token}`}
      title={title ?? t('auditTitleOf', { business })}
      text={t(invitedBy ? 'auditsBy' : 'audits', { ...named, date })}
      email={email ?? ''}
      accept={{ call: calls.acceptAuditorInvitation, params: { token }, role: 'auditor', home: '/audit' }}
    />
  );
}
