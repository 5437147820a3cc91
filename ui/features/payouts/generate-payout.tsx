import AddCard from '@mui/icons-material/AddCard';
import { Button, MenuItem } from '@mui/material';
import { calls } from '@perktree/contracts/http/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../components/form/form-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { callApi } from '../../lib/api.ts';
import { errorText } from '../../lib/api-error.ts';
import { formatMoney } from '../../lib/format.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { useToast } from '../../lib/toast.tsx';
import { useApiList } from '../../lib/use-api.ts';
import { useRefreshPayouts } from './use-refresh-payouts.ts';

/** 'Generate Payout' for one site of the owner. */
export function GeneratePayout() {
  const { t } = useTranslation('payouts');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="contained" startIcon={<AddCard />} onClick={() => setOpen(true)}>
        {t('generate.open')}
      </Button>
      {open && <GenerateDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('payouts');
  const toast = useToast();
  const refresh = useRefreshPayouts();
  const sites = useApiList(calls.listSites, {});
  const form = useForm({
    fields: { siteId: 'choice' },
    initial: { siteId: sites.data?.[0]?.id ?? '' },
    call: calls.generatePayouts,
    body: () => undefined,
    send: (_, { siteId }) => callApi(calls.generatePayouts, { params: { siteId } }),
    onSuccess: ({ payouts, minimumPayout, currency }) => {
      const count = payouts.length;
      const minimum = formatMoney(minimumPayout, currency, i18n.language);
      toast(
        count === 0
          ? { title: t('generate.none'), description: t('generate.noneText', { minimum }) }
          : { title: t('generate.done'), description: t('generate.doneText', { count }) },
      );
      refresh();
      onClose();
    },
    onError: (error) => toast({ title: t('generate.failed'), description: errorText(error), variant: 'destructive' }),
  });
  return (
    <FormDialog
      open
      title={t('generate.title')}
      subtitle={t('generate.subtitle')}
      submitLabel={t('generate.submit')}
      form={form}
      submitDisabled={form.values.siteId === ''}
      onClose={onClose}
    >
      <QueryView query={sites}>
        {(list) => (
          <FormField form={form} name="siteId" select label={t('site')} sx={{ mt: 1 }}>
            {list.map((site) => (
              <MenuItem key={site.id} value={site.id}>
                {site.name}
              </MenuItem>
            ))}
          </FormField>
        )}
      </QueryView>
    </FormDialog>
  );
}
