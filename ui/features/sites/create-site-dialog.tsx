import { MenuItem, Stack, TextField } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { CURRENCIES, type Currency } from '@perktree/contracts/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/form-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { onTop } from './on-top.ts';

export function CreateSiteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState<Currency>('EUR');
  const [nameMissing, setNameMissing] = useState(false);
  const create = useMutation({
    mutationFn: () => callApi(calls.createSite, { body: { name: name.trim(), currency } }),
    onSuccess: (site) => {
      toast({ title: t('create.success'), description: t('create.successText') });
      client.setQueryData<SiteAnswer[]>(queryKeyOf(calls.listSites), (list) => list && onTop(site, list));
      onClose();
    },
    onError: (error) => toast({ title: t('create.failed'), description: errorText(error), variant: 'destructive' }),
  });
  const submit = () => {
    setNameMissing(name.trim() === '');
    if (name.trim() !== '') create.mutate();
  };
  return (
    <FormDialog
      open
      title={t('create.title')}
      submitLabel={t('create.submit')}
      pending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack spacing={2.5} sx={{ pt: 1 }}>
        <TextField
          label={t('create.name')}
          required
          autoFocus
          value={name}
          error={nameMissing}
          helperText={nameMissing ? t('nameRequired') : undefined}
          onChange={(e) => {
            setName(e.target.value);
            setNameMissing(false);
          }}
        />
        <TextField
          select
          label={t('create.currency')}
          value={currency}
          onChange={(e) => setCurrency(e.target.value as Currency)}
        >
          {CURRENCIES.map((code) => (
            <MenuItem key={code} value={code}>
              {t(`common:currency.${code}`)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </FormDialog>
  );
}
