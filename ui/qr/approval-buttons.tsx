import { Button, Stack } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { useQrCommand } from './use-qr-command.ts';

export function ApprovalButtons({ qr }: { qr: QrAnswer }) {
  const { t } = useTranslation('qr-management');
  const command = useQrCommand(qr);
  const [isDeclining, setIsDeclining] = useState(false);
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 1.5, flexWrap: 'wrap' }}>
      <Button
        variant="contained"
        size="small"
        loading={command.isPending}
        onClick={() => command.mutate({ name: 'approve' })}
      >
        {t('command.approve.menu')}
      </Button>
      <Button variant="outlined" size="small" color="error" onClick={() => setIsDeclining(true)}>
        {t('command.decline.menu')}
      </Button>
      <ConfirmDialog
        open={isDeclining}
        title={t('command.decline.title')}
        confirmLabel={t('command.decline.confirm')}
        destructive
        pending={command.isPending}
        onConfirm={() => command.mutate({ name: 'decline' }, { onSettled: () => setIsDeclining(false) })}
        onClose={() => setIsDeclining(false)}
      >
        {t('command.decline.text', { name: qr.name })}
      </ConfirmDialog>
    </Stack>
  );
}
