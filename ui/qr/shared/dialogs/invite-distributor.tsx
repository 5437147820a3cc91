import { Alert, Box, Button, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { DistributorInvitation } from '@perktree/contracts/distributor/invitation-calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../kit/form/form-field.tsx';
import { errorText } from '../../../lib/api-error.ts';
import { useAuth } from '../../../lib/auth.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { EMAIL_INPUT } from '../../../lib/forms/inputs.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useApi } from '../../../lib/use-api.ts';
import { distributorRights } from '../distributor-rights.ts';
import { useOwnSiteConfigs } from '../use-own-qrs.ts';

/** Polling interval while mails are waiting to be sent. */
const POLL_MS = 3_000;

/** Sends the distributor link by mail, for users who may hand out the QR. Shows the status of their last mails. */
export function InviteDistributor({ qr }: { qr: QrAnswer }) {
  const { t } = useTranslation('qr');
  const { role } = useAuth();
  const rights = distributorRights(useOwnSiteConfigs(role === 'distributor' ? [qr] : []));
  const mayInvite = role === 'site_owner' || (role === 'distributor' && rights.split(qr));
  const methods = useApi(calls.signInMethods, {}, { enabled: mayInvite });
  if (!mayInvite || methods.data === undefined) return null;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {t('invite.title')}
      </Typography>
      {methods.data.mail ? <Invitations qr={qr} /> : <Typography variant="body2">{t('invite.noMail')}</Typography>}
    </Box>
  );
}

function Invitations({ qr }: { qr: QrAnswer }) {
  const { t, i18n } = useTranslation('qr');
  const params = { siteId: qr.siteId, qrId: qr.id };
  const sent = useApi(
    calls.distributorInvitations,
    { params },
    { refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? POLL_MS : false) },
  );
  const form = useForm({
    fields: { email: 'text' },
    initial: { email: '' },
    call: calls.inviteDistributor,
    body: (values) => values,
    params,
    onSuccess: () => {
      form.reset();
      void sent.refetch();
    },
  });
  const invitations = sent.data ?? [];
  return (
    <>
      {qr.isClaimed ? (
        <Typography variant="body2">{t('invite.claimed')}</Typography>
      ) : (
        <form ref={form.ref} onSubmit={form.submit} noValidate>
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
            <FormField
              form={form}
              name="email"
              label={t('invite.email')}
              required
              autoComplete="off"
              slotProps={{ htmlInput: EMAIL_INPUT }}
            />
            <Button type="submit" variant="contained" loading={form.pending} sx={{ flex: 'none' }}>
              {t('invite.send')}
            </Button>
          </Stack>
        </form>
      )}
      {form.failure && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {errorText(form.failure)}
        </Alert>
      )}
      {sent.error && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {errorText(sent.error)}
        </Alert>
      )}
      {invitations.length > 0 && (
        <List disablePadding aria-label={t('invite.last')}>
          {invitations.map(({ id, email, invitedAt, state, reason }) => (
            <ListItem key={id} disableGutters divider>
              <ListItemText
                primary={email}
                secondary={
                  <>
                    {formatDateTime(invitedAt, i18n.language)}
                    <Typography
                      component="span"
                      variant="body2"
                      color={state === 'bounced' || state === 'failed' ? 'error' : undefined}
                      sx={{ display: 'block', overflowWrap: 'anywhere' }}
                    >
                      {t(`invite.mail_${state}`)}
                      {reason !== null && ` ${reason}`}
                    </Typography>
                  </>
                }
              />
            </ListItem>
          ))}
        </List>
      )}
    </>
  );
}

const isWaiting = ({ state }: DistributorInvitation) => state === 'queued';
