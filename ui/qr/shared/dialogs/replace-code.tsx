import { Button, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/confirm-dialog.tsx';
import { callApi } from '../../../lib/api.ts';
import { useAuth } from '../../../lib/auth.tsx';
import { failureToast, useToast } from '../../../lib/toast.tsx';
import { useRefreshQrs } from './use-qr-form.ts';

/** Lets the site's owner replace a code that has leaked. */
export function ReplaceCode({ qr, link }: { qr: QrAnswer; link: 'customer' | 'distributor' }) {
  const { t } = useTranslation('qr');
  const { role } = useAuth();
  const toast = useToast();
  const refresh = useRefreshQrs();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const replace = useMutation({
    mutationFn: () => callApi(calls.replaceLink, { params: { siteId: qr.siteId, qrId: qr.id }, body: { link } }),
    onSuccess: () => {
      toast({ title: t('replace.done'), description: t(`replace.${link}Done`) });
      void refresh(qr.siteId);
    },
    onError: failureToast(toast, t('replace.failed')),
    onSettled: close,
  });
  if (role !== 'site_owner' || qr.approval !== null) return null;
  return (
    <>
      <Button color="error" sx={{ mt: 2 }} onClick={() => setIsAsking(true)}>
        {t(`replace.${link}`)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t(`replace.${link}Title`)}
        confirmLabel={t('replace.confirm')}
        destructive
        pending={replace.isPending}
        onConfirm={() => replace.mutate()}
        onClose={close}
      >
        <Typography>{t('replace.text')}</Typography>
        <Typography sx={{ mt: 1.5 }}>{t(`replace.${link}Text`)}</Typography>
      </ConfirmDialog>
    </>
  );
}
