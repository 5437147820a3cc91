import GroupAdd from '@mui/icons-material/GroupAdd';
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Loading } from '../../components/loading.tsx';
import { ScreenHeading } from '../../components/screen-heading.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { logOut, useAuth } from '../../lib/auth.tsx';
import { useApi } from '../../lib/use-api.ts';

type Invitation = CallAnswer<typeof calls.staffInvitation>;

export default function StaffInvitationPage() {
  const { t } = useTranslation('staff-invitation');
  const { token = '' } = useParams();
  const { isLoading } = useAuth();
  const invitation = useApi(calls.staffInvitation, { params: { token } });
  if (isLoading || invitation.isPending) return <Loading page />;
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: { xs: 3, sm: 4 }, maxWidth: 460, width: '100%', overflowWrap: 'anywhere' }}>
        <Stack spacing={2} sx={{ alignItems: 'stretch', textAlign: 'center' }}>
          <GroupAdd aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', alignSelf: 'center' }} />
          <ScreenHeading title={invitation.data ? t('titleOf', { site: invitation.data.site }) : t('title')} />
          {invitation.data ? (
            <Offer token={token} invitation={invitation.data} />
          ) : (
            <>
              <Failure error={invitation.error} />
              <Button component={Link} to="/" variant="outlined" size="large">
                {t('home')}
              </Button>
            </>
          )}
        </Stack>
      </Card>
    </Box>
  );
}

/** Who invites whom, and what the visitor can do: accept, log in, or switch to the account with the address. */
function Offer({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation('staff-invitation');
  const { user } = useAuth();
  const { site, invitedBy, email } = invitation;
  const back = new URLSearchParams({ returnTo: `/staff-invitations/${token}` });
  const text = (
    <Typography sx={{ color: 'text.secondary' }}>
      {invitedBy === null ? t('invites', { site }) : t('invitesBy', { site, name: invitedBy })}
    </Typography>
  );
  if (user === null) {
    return (
      <>
        {text}
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
        {text}
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
      {text}
      <Accept token={token} email={email} />
    </>
  );
}

function Accept({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('staff-invitation');
  const accept = useMutation({
    mutationFn: async () => {
      await callApi(calls.acceptInvitation, { params: { token } });
      // A new staff member wants to work as staff, whatever other roles the account has.
      await callApi(calls.switchRole, { body: { role: 'staff' } });
    },
    onSuccess: () => window.location.assign('/staff-validation'),
  });
  return (
    <>
      <Typography>{t('signedIn', { email })}</Typography>
      <Failure error={accept.error} />
      <Button
        variant="contained"
        size="large"
        loading={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {t('accept')}
      </Button>
    </>
  );
}

function Failure({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <Alert severity="error" sx={{ textAlign: 'left' }}>
      {errorText(error)}
    </Alert>
  );
}
