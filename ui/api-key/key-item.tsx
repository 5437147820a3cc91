import { Box, Button, Stack, Typography } from '@mui/material';
import type { ApiKeyAnswer } from '@perktree/contracts/api-key/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { callApi } from '../lib/api.ts';
import { formatDateTime } from '../lib/format.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { SCOPE_TEXT } from './scope-text.ts';

export function KeyItem({
  apiKey,
  onRotated,
  onRevoked,
}: {
  apiKey: ApiKeyAnswer;
  onRotated: (key: string) => void;
  onRevoked: () => void;
}) {
  const { t, i18n } = useTranslation('api-keys');
  const toast = useToast();
  const [dialog, setDialog] = useState<'rotate' | 'revoke' | null>(null);
  const { id, name, prefix, scopes, siteIds, ipRanges, createdAt, lastUsedAt } = apiKey;
  const when = (time: string) => formatDateTime(time, i18n.language);
  const fail = (title: string) => failureToast(toast, title);
  const rotate = useMutation({
    mutationFn: () => callApi(calls.rotateApiKey, { params: { keyId: id }, body: {} }),
    onSuccess: ({ key }) => {
      setDialog(null);
      onRotated(key);
    },
    onError: fail(t('rotateDialog.failed')),
  });
  const revoke = useMutation({
    mutationFn: () => callApi(calls.revokeApiKey, { params: { keyId: id } }),
    onSuccess: () => {
      setDialog(null);
      toast({ title: t('revokeDialog.done') });
      onRevoked();
    },
    onError: fail(t('revokeDialog.failed')),
  });
  const facts = [
    scopes.map((scope) => t(`scope.${SCOPE_TEXT[scope]}`)).join(', '),
    siteIds === null ? t('allSites') : t('sites', { count: siteIds.length }),
    ...(ipRanges.length > 0 ? [t('networks', { list: ipRanges.join(', ') })] : []),
    t('created', { when: when(createdAt) }),
    lastUsedAt === null ? t('unused') : t('used', { when: when(lastUsedAt) }),
  ];
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ alignItems: { sm: 'center' } }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <KeyStatus apiKey={apiKey} />
        </Stack>
        <Typography variant="body2" sx={{ fontFamily: 'monospace' }}>
          {prefix}…
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {joined(facts)}
        </Typography>
      </Box>
      {isInForce(apiKey) && (
        <Stack direction="row" spacing={1} sx={{ flex: 'none' }}>
          <Button aria-label={t('rotateLabel', { name })} onClick={() => setDialog('rotate')}>
            {t('rotate')}
          </Button>
          <Button color="error" aria-label={t('revokeLabel', { name })} onClick={() => setDialog('revoke')}>
            {t('revoke')}
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        open={dialog === 'rotate'}
        title={t('rotateDialog.title', { name })}
        confirmLabel={t('rotateDialog.submit')}
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={() => setDialog(null)}
      >
        {t('rotateDialog.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'revoke'}
        title={t('revokeDialog.title', { name })}
        confirmLabel={t('revokeDialog.submit')}
        destructive
        pending={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setDialog(null)}
      >
        {t('revokeDialog.text')}
      </ConfirmDialog>
    </Stack>
  );
}

const isInForce = ({ expiresAt }: ApiKeyAnswer) => expiresAt === null || Date.parse(expiresAt) > Date.now();

function KeyStatus({ apiKey }: { apiKey: ApiKeyAnswer }) {
  const { t, i18n } = useTranslation('api-keys');
  const { expiresAt, revokedAt } = apiKey;
  const when = (time: string) => formatDateTime(time, i18n.language);
  if (revokedAt !== null) return <StatusBadge tone="bad" label={t('status.revoked', { when: when(revokedAt) })} />;
  if (expiresAt === null) return <StatusBadge tone="good" label={t('status.active')} />;
  return isInForce(apiKey) ? (
    <StatusBadge tone="warning" label={t('status.ends', { when: when(expiresAt) })} />
  ) : (
    <StatusBadge tone="quiet" label={t('status.expired', { when: when(expiresAt) })} />
  );
}
