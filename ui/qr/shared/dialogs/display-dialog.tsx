import ContentCopy from '@mui/icons-material/ContentCopy';
import Download from '@mui/icons-material/Download';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import { Alert, Box, Button, ListItemText, Stack, Tab, Tabs, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { DistributorInvitation } from '@perktree/contracts/distributor/invitation-calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useId, useState } from 'react';
import { InfoDialog } from '../../../kit/dialogs.tsx';
import { EmailForm, MAIL_POLL_MS, MailState } from '../../../kit/form/email-form.tsx';
import { Loading } from '../../../kit/loading.tsx';
import { FailureAlert, QueryView } from '../../../kit/page.tsx';
import { Rows } from '../../../kit/rows.tsx';
import { useAuth } from '../../../lib/auth.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useApi } from '../../../lib/use-api.ts';
import { joined, useLocale } from '../../../lib/use-locale.ts';
import { distributorRights, useOwnSiteConfigs } from '../own-qrs.ts';
import { PrintFiles, ReplaceCode } from './code-actions.tsx';
import { QrValidity } from './qr-fields.tsx';
import { drawDistributorQr, qrFileName, useQrActions } from './use-qr-actions.ts';

/** Sends the distributor link by mail, for users who may hand out the QR. Shows the status of their last mails. */
function InviteDistributor({ qr }: { qr: QrAnswer }) {
  const { t } = useLocale('qr');
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
  const { t, format } = useLocale('qr');
  const params = { siteId: qr.siteId, qrId: qr.id };
  const sent = useApi(
    calls.distributorInvitations,
    { params },
    { refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? MAIL_POLL_MS : false) },
  );
  const form = useForm({
    fields: { email: 'text' },
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
        <EmailForm form={form} label={t('invite.email')} submitLabel={t('invite.send')} />
      )}
      <FailureAlert error={form.failure} sx={{ mt: 1.5 }} />
      <FailureAlert error={sent.error} sx={{ mt: 1.5 }} />
      {invitations.length > 0 && (
        <Rows items={invitations} label={t('invite.last')} keyOf={({ id }) => id} lines="all">
          {({ email, invitedAt, state, reason }) => (
            <ListItemText
              primary={email}
              secondary={
                <>
                  {format.dateTime(invitedAt)}
                  <MailState text={t(`invite.mail_${state}`)} state={state} reason={reason} />
                </>
              }
            />
          )}
        </Rows>
      )}
    </>
  );
}

const isWaiting = ({ state }: DistributorInvitation) => state === 'queued';

/** Edge of the image in CSS pixels, less on narrow phones. */
const IMAGE_PX = 320;

const selectAll = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select();

function QrLinkPanel(props: {
  kind: 'customer' | 'distributor';
  /** Of the QR, for whom the link is shared with. */
  name: string;
  url: string;
  image: string | null | undefined;
  fileName: string;
}) {
  const { t } = useLocale('qr');
  const actions = useQrActions();
  const { image, kind } = props;
  return (
    <Stack spacing={2} sx={{ alignItems: 'center' }}>
      {image === undefined && <Loading />}
      {image === null && (
        <Alert severity="error" sx={{ width: '100%' }}>
          {t(`display.${kind}Failed`)}
        </Alert>
      )}
      {typeof image === 'string' && (
        <Box
          component="img"
          data-uncovered
          src={image}
          alt={t(`display.${kind}Alt`)}
          sx={{
            width: IMAGE_PX,
            maxWidth: '100%',
            aspectRatio: '1',
            border: 1,
            borderColor: 'divider',
            borderRadius: '12px',
            imageRendering: 'pixelated',
          }}
        />
      )}
      <TextField
        label={t('display.url')}
        value={props.url}
        slotProps={{ input: { readOnly: true }, htmlInput: { onFocus: selectAll } }}
      />
      <Stack
        direction="row"
        sx={{ width: '100%', gap: 1.5, flexWrap: 'wrap', '& > *': { flex: '1 1 40%', minWidth: 'min-content' } }}
      >
        <Button
          variant="contained"
          startIcon={<ShareOutlined />}
          onClick={() => void actions.shareLink(props.name, props.url)}
        >
          {t('display.share')}
        </Button>
        <Button variant="outlined" startIcon={<ContentCopy />} onClick={() => actions.copyLink(props.url)}>
          {t('display.copy')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<Download />}
          disabled={typeof image !== 'string'}
          onClick={() => actions.saveImage(image ?? '', props.fileName)}
        >
          {t('display.download')}
        </Button>
      </Stack>
      <Box component="ul" sx={{ m: 0, pl: 2.5, width: '100%', color: 'text.secondary' }}>
        {([1, 2, 3] as const).map((n) => (
          <Typography key={n} component="li" variant="body2" sx={{ mb: 0.5 }}>
            {t(`display.${kind}Hint${n}`)}
          </Typography>
        ))}
      </Box>
    </Stack>
  );
}

type Kind = 'customer' | 'distributor';

export function DisplayDialog({ qr, onClose }: { qr: QrAnswer; onClose: () => void }) {
  // `qr-design` is for PrintFiles: loading it there would hide the whole dialog meanwhile.
  const { t, format } = useLocale(['qr', 'qr-design']);
  const [kind, setKind] = useState<Kind>('customer');
  const id = useId();
  const code = useApi(calls.qrCode, { params: { siteId: qr.siteId, qrId: qr.id } });
  const distributorUrl = code.data?.distributorUrl;
  const drawn = useQuery({
    queryKey: ['distributor-image', distributorUrl],
    queryFn: () => drawDistributorQr(distributorUrl ?? ''),
    enabled: distributorUrl !== undefined,
  });

  return (
    <InfoDialog title={t('display.title')} subtitle={joined([qr.name, format.benefit(qr)])} onClose={onClose}>
      <QrValidity qr={qr} sx={{ mb: 1 }} />
      <Tabs
        value={kind}
        onChange={(_, next: Kind) => setKind(next)}
        variant="fullWidth"
        aria-label={t('display.title')}
        sx={{ mb: 2 }}
      >
        {(['customer', 'distributor'] as const).map((k) => (
          <Tab key={k} value={k} label={t(`display.${k}Tab`)} id={`${id}-${k}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${kind}`}>
        <QueryView query={code} problem={t(`display.${kind}Failed`)}>
          {(links) => (
            <>
              <QrLinkPanel
                kind={kind}
                name={qr.name}
                url={links[`${kind}Url`]}
                image={kind === 'customer' ? links.qrCodeImage || null : drawn.isError ? null : drawn.data}
                fileName={qrFileName(qr.name, `-${kind}`)}
              />
              {kind === 'customer' ? <PrintFiles qr={qr} /> : <InviteDistributor qr={qr} />}
              <ReplaceCode key={kind} qr={qr} link={kind} />
            </>
          )}
        </QueryView>
      </Box>
    </InfoDialog>
  );
}
