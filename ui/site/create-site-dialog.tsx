import { Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { CURRENCIES, type Currency } from '@perktree/contracts/kernel/money';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choices } from '../kit/form/choices.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { browserTimeZone, TimeZoneField } from '../kit/form/time-zone-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useForm } from '../lib/forms/use-form.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { QuotaLimit } from '../subscription/shared/plan-limit.tsx';

export function CreateSiteDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (site: SiteAnswer) => void;
}) {
  const { t } = useTranslation('sites');
  const toast = useToast();
  const client = useQueryClient();
  const form = useForm({
    fields: { name: 'text', currency: 'choice', timeZone: 'choice' },
    initial: { name: '', currency: 'EUR', timeZone: browserTimeZone() },
    call: calls.createSite,
    body: ({ name, currency, timeZone }) => ({ name, currency: currency as Currency, timeZone }),
    onSuccess: async (site) => {
      // Refresh first, so that the list behind the closing dialog has the new site.
      await client.invalidateQueries({ queryKey: queryKeyOf(calls.listSites) });
      onClose();
      onCreated(site);
      toast({ title: t('create.success'), description: t('create.successText') });
    },
    onError: failureToast(toast, t('create.failed')),
  });
  return (
    <FormDialog title={t('create.title')} submitLabel={t('create.submit')} form={form} onClose={onClose}>
      <Stack spacing={2.5} sx={{ pt: 1 }}>
        {/* The plan is read again when the site is made: the closing dialog would say that no more are allowed. */}
        {!form.pending && !form.done && <QuotaLimit quota="sites" />}
        <FormField form={form} name="name" label={t('create.name')} required autoFocus />
        <FormField form={form} name="currency" label={t('create.currency')} select>
          {choices(CURRENCIES, (code) => code)}
        </FormField>
        <TimeZoneField form={form} name="timeZone" label={t('configure.timeZone')} />
      </Stack>
    </FormDialog>
  );
}
