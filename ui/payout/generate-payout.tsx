import AddCard from '@mui/icons-material/AddCard';
import { Box, Button, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutPreviewAnswer } from '@perktree/contracts/payout/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { FormDialog } from '../kit/forms.tsx';
import { QueryView } from '../kit/page.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useNewestSites, useSiteOf } from '../kit/use-site.ts';
import { formatMoney } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useApi } from '../lib/use-api.ts';
import { PAYOUT_READS, sumText } from './payout-state.ts';

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
  const newest = useNewestSites();
  const [query] = useSearchParams();
  const [picked, setPicked] = useState(query.get('site') ?? '');
  const chosen = useSiteOf(picked);
  const site = (picked === '' ? newest.data?.[0] : chosen.data?.[0]) ?? null;
  const siteId = picked || (site?.id ?? '');
  const preview = useApi(
    calls.payoutPreview,
    { params: { siteId } },
    { enabled: siteId !== '', staleTime: 0, gcTime: 0 },
  );
  const form = useForm({
    fields: {},
    initial: {},
    call: calls.generatePayouts,
    body: () => undefined,
    params: { siteId },
    done: ({ payouts: { length: count }, minimumPayout, currency }) => {
      const minimum = formatMoney(minimumPayout, currency, i18n.language);
      return count === 0
        ? { title: t('generate.none'), description: t('generate.noneText', { minimum }) }
        : { title: t('generate.done'), description: t('generate.doneText', { count }) };
    },
    failed: t('generate.failed'),
    changes: PAYOUT_READS,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t('generate.title')}
      subtitle={t('generate.subtitle')}
      submitLabel={t('generate.submit')}
      form={form}
      submitDisabled={siteId === '' || preview.isFetching}
      onClose={onClose}
    >
      <QueryView query={newest}>
        {() => <SitePicker label={t('site')} site={site} onPick={setPicked} sx={{ mt: 1 }} />}
      </QueryView>
      {siteId !== '' && (
        <Box role="status" sx={{ mt: 2.5 }}>
          <QueryView query={preview}>{(data) => <Preview {...data} />}</QueryView>
        </Box>
      )}
    </FormDialog>
  );
}

/** What payouts would be created, or why there would be none. */
function Preview({ totals, settlement, minimumPayout, currency }: PayoutPreviewAnswer) {
  const { t, i18n } = useTranslation('payouts');
  const count = totals.reduce((sum, { payouts }) => sum + payouts, 0);
  const minimum = formatMoney(minimumPayout, currency, i18n.language);
  if (count === 0) return <Typography>{t('generate.noneText', { minimum })}</Typography>;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {t('generate.preview', { count, sum: sumText(totals, i18n.language) })}
      </Typography>
      <Typography variant="quiet">{t(`generate.paid.${settlement}`)}</Typography>
    </>
  );
}
