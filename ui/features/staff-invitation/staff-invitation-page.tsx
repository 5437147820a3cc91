import GroupAdd from '@mui/icons-material/GroupAdd';
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Loading } from '../../components/loading.tsx';
import { ScreenHeading } from '../../components/screen-heading.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { useAuth } from '../../lib/auth.tsx';

export default function StaffInvitationPage() {
  const { t } = useTranslation('staff-invitation');
  const { token = '' } = useParams();
  const { isLoading, user } = useAuth();
  const accept = useMutation({
    mutationFn: async () => {
      await callApi(calls.acceptInvitation, { params: { token } });
      // A new staff member wants to work as staff, whatever other roles the account has.
      await callApi(calls.switchRole, { body: { role: 'staff' } });
    },
    onSuccess: () => window.location.assign('/staff-validation'),
  });
  if (isLoading) return <Loading page />;
  const back = `returnTo=${encodeURIComponent(`/staff-invitations/${token}`)}`;
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Card sx={{ p: { xs: 3, sm: 4 }, maxWidth: 460, width: '100%' }}>
        <Stack spacing={2} sx={{ alignItems: 'stretch', textAlign: 'center' }}>
          <GroupAdd aria-hidden="true" sx={{ fontSize: 44, color: 'primary.main', alignSelf: 'center' }} />
          <ScreenHeading title={t('title')} />
          <Typography sx={{ color: 'text.secondary' }}>
            {user ? t('textSignedIn', { email: user.email }) : t('textSignedOut')}
          </Typography>
          {accept.error && (
            <Alert severity="error" sx={{ textAlign: 'left' }}>
              {errorText(accept.error)}
            </Alert>
          )}
          {user ? (
            <Button
              variant="contained"
              size="large"
              loading={accept.isPending || accept.isSuccess}
              onClick={() => accept.mutate()}
            >
              {t('accept')}
            </Button>
          ) : (
            <>
              <Button href={`/login?${back}`} variant="contained" size="large">
                {t('login')}
              </Button>
              <Button href={`/register?${back}`} variant="outlined" size="large">
                {t('register')}
              </Button>
            </>
          )}
        </Stack>
      </Card>
    </Box>
  );
}
