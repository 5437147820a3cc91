import { Alert, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressQr } from '../kit/address-qr.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { CopiedText } from '../kit/copied-text.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { type Choice, Picker } from '../kit/list/picker.tsx';
import { errorText } from '../lib/api-error.ts';
import { useForm } from '../lib/forms/use-form.ts';

/** Shows a QR code with which one device gets an API key for one site. */
export function PairDeviceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const [site, setSite] = useState<Choice | null>(null);
  const [pairing, setPairing] = useState<CallAnswer<typeof calls.openDevicePairing> | null>(null);
  const form = useForm({
    fields: { name: 'text', site: 'choice' },
    initial: { name: '', site: '' },
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
    <FormDialog title={t('pair')} submitLabel={t('pairDialog.submit')} form={form} onClose={onClose}>
      <Stack spacing={2.5} sx={{ pt: 1 }}>
        {form.failure && <Alert severity="error">{`${t('pairDialog.failed')}: ${errorText(form.failure)}`}</Alert>}
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
      </Stack>
    </FormDialog>
  );
}
