import Add from '@mui/icons-material/Add';
import QrCode2 from '@mui/icons-material/QrCode2';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import { Box, Button, Stack, Typography } from '@mui/material';
import type { ApiKeyAnswer } from '@perktree/contracts/api-key/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { type Choice, Picker } from '../kit/list/picker.tsx';
import { EmptyState, PageHeader, StatusBadge } from '../kit/page.tsx';
import { CardList } from '../kit/rows.tsx';
import { AddressQr, CopiedText, ShownOnceDialog } from '../kit/shown-once-dialog.tsx';
import { callApi } from '../lib/api.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { serverNow } from '../lib/public/time.ts';
import { queryKeyOf, useApi, useCommand } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import { CreateKeyDialog, SCOPE_TEXT } from './create-key-dialog.tsx';

/** Shows a QR code with which one device gets an API key for one site. */
function PairDeviceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLocale('api-keys');
  const [site, setSite] = useState<Choice | null>(null);
  const [pairing, setPairing] = useState<CallAnswer<typeof calls.openDevicePairing> | null>(null);
  const form = useForm({
    fields: { name: 'text', site: 'choice' },
    call: calls.openDevicePairing,
    body: ({ name }) => ({ name }),
    check: () => (site === null ? { site: { message: t('pairDialog.siteRequired') } } : {}),
    params: { siteId: site?.id ?? '' },
    onSuccess: setPairing,
  });
  if (pairing !== null) {
    return (
      <ConfirmDialog
        open
        title={t('pair')}
        confirmLabel={t('pairDialog.done')}
        pending={false}
        onConfirm={onClose}
        onClose={onClose}
      >
        <Stack spacing={2} sx={{ alignItems: 'center' }}>
          <span>{t('pairDialog.scan', { site: site?.label })}</span>
          <AddressQr address={pairing.pairingUrl} label={t('pairDialog.qr')} />
          <CopiedText
            text={pairing.pairingUrl}
            label={t('pairDialog.copy')}
            copied={t('pairDialog.copied')}
            failed={t('pairDialog.copyFailed')}
          />
        </Stack>
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      title={t('pair')}
      submitLabel={t('pairDialog.submit')}
      form={form}
      onClose={onClose}
      failed={t('pairDialog.failed')}
    >
      <FormField form={form} name="name" label={t('pairDialog.name')} required autoFocus />
      <Picker
        label={t('pairDialog.site')}
        call={calls.listSites}
        choiceOf={({ id, name }) => ({ id, label: name })}
        value={site}
        onChange={setSite}
        required
        error={form.error('site') !== undefined}
        helperText={form.error('site')}
      />
    </FormDialog>
  );
}

function KeyItem({ apiKey, onRotated }: { apiKey: ApiKeyAnswer; onRotated: (key: string) => void }) {
  const { t, format } = useLocale('api-keys');
  const { id, name, prefix, scopes, siteIds, ipRanges, createdAt, lastUsedAt } = apiKey;
  const [state, at] = stateOf(apiKey);
  const rotate = useCommand({
    send: () => callApi(calls.rotateApiKey, { params: { keyId: id }, body: {} }),
    failed: t('rotateDialog.failed'),
    changes: [calls.listApiKeys],
    onDone: ({ key }) => onRotated(key),
  });
  const revoke = useCommand({
    send: () => callApi(calls.revokeApiKey, { params: { keyId: id } }),
    done: () => ({ title: t('revokeDialog.done') }),
    failed: t('revokeDialog.failed'),
    changes: [calls.listApiKeys],
  });
  const facts = [
    scopes.map((scope) => t(`scope.${SCOPE_TEXT[scope]}`)).join(', '),
    siteIds === null ? t('allSites') : t('sites', { count: siteIds.length }),
    ...(ipRanges.length > 0 ? [t('networks', { list: ipRanges.join(', ') })] : []),
    t('created', { when: format.dateTime(createdAt) }),
    lastUsedAt === null ? t('unused') : t('used', { when: format.dateTime(lastUsedAt) }),
  ];
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ alignItems: { sm: 'center' } }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="name">{name}</Typography>
          <StatusBadge tone={TONES[state]} label={t(`status.${state}`, { when: at && format.dateTime(at) })} />
        </Stack>
        <Typography variant="body2" sx={{ fontFamily: 'monospace' }}>
          {prefix}…
        </Typography>
        <Typography variant="quiet">{joined(facts)}</Typography>
      </Box>
      {(state === 'active' || state === 'ends') && (
        <Stack direction="row" spacing={1} sx={{ flex: 'none' }}>
          <ConfirmButton
            button={{ children: t('rotate'), 'aria-label': t('rotateLabel', { name }) }}
            command={rotate}
            title={t('rotateDialog.title', { name })}
            confirmLabel={t('rotateDialog.submit')}
          >
            {t('rotateDialog.text')}
          </ConfirmButton>
          <ConfirmButton
            button={{ children: t('revoke'), 'aria-label': t('revokeLabel', { name }), color: 'error' }}
            command={revoke}
            title={t('revokeDialog.title', { name })}
            confirmLabel={t('revokeDialog.submit')}
            destructive
          >
            {t('revokeDialog.text')}
          </ConfirmButton>
        </Stack>
      )}
    </Stack>
  );
}

/** @returns the state of a key, and the time that it names */
function stateOf({ expiresAt, revokedAt }: ApiKeyAnswer) {
  if (revokedAt !== null) return ['revoked', revokedAt] as const;
  if (expiresAt === null) return ['active', null] as const;
  return [Date.parse(expiresAt) > serverNow() ? 'ends' : 'expired', expiresAt] as const;
}

const TONES = { active: 'good', ends: 'warning', expired: 'quiet', revoked: 'bad' } as const;

/** API keys with which tills and other programs of a business redeem. */
export default function ApiKeysPage() {
  const { t } = useLocale('api-keys');
  const client = useQueryClient();
  const keys = useApi(calls.listApiKeys, {}, { staleTime: 0 });
  const [open, setOpen] = useState<'create' | 'pair' | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(calls.listApiKeys) });
  const show = (key: string) => {
    setOpen(null);
    setShown(key);
    void reload();
  };
  const actions = (
    <>
      <Button variant="outlined" startIcon={<QrCode2 />} onClick={() => setOpen('pair')}>
        {t('pair')}
      </Button>
      <Button variant="contained" startIcon={<Add />} onClick={() => setOpen('create')}>
        {t('create')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={actions} />
      <CardList
        query={keys}
        problem={t('loadFailed')}
        label={t('title')}
        maxWidth={860}
        empty={
          <EmptyState
            icon={<VpnKeyOutlined />}
            title={t('empty')}
            text={t('emptyText')}
            action={<Button onClick={() => setOpen('create')}>{t('create')}</Button>}
          />
        }
      >
        {(key) => <KeyItem apiKey={key} onRotated={show} />}
      </CardList>
      {open === 'create' && <CreateKeyDialog onCreated={show} onClose={() => setOpen(null)} />}
      {open === 'pair' && (
        <PairDeviceDialog
          onClose={() => {
            setOpen(null);
            void reload();
          }}
        />
      )}
      {shown !== null && <ShownOnceDialog secret={shown} catalogue="api-keys" onClose={() => setShown(null)} />}
    </>
  );
}
