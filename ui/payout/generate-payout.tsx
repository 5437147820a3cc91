import { Box, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutPreviewAnswer } from '@perktree/contracts/payout/calls';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FormDialog } from '../kit/form/form.tsx';
import { QueryView } from '../kit/page.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useNewestSites, useSiteOf } from '../kit/use-site.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import { PAYOUT_READS, sumText } from './payout-state.ts';

/** Shows number and sum of the payouts, then generates them. */
export default function GenerateDialog({ onClose }: { onClose: () => void }) {
  const { t, format } = useLocale('payouts');
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
    call: calls.generatePayouts,
    body: () => undefined,
    params: { siteId },
    done: ({ payouts: { length: count }, minimumPayout, currency }) => {
      const minimum = format.money(minimumPayout, currency);
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
      submitDisabled={siteId === '' || preview.isFetching || preview.isError}
      onClose={onClose}
    >
      <QueryView query={newest}>{() => <SitePicker label={t('site')} site={site} onPick={setPicked} />}</QueryView>
      {siteId !== '' && (
        <Box role="status">
          <QueryView query={preview}>{(data) => <Preview {...data} />}</QueryView>
        </Box>
      )}
    </FormDialog>
  );
}

/** What payouts would be created, or why there would be none. */
function Preview({ totals, settlement, minimumPayout, currency }: PayoutPreviewAnswer) {
  const { t, format, language } = useLocale('payouts');
  const count = totals.reduce((sum, { payouts }) => sum + payouts, 0);
  const minimum = format.money(minimumPayout, currency);
  if (count === 0) return <Typography>{t('generate.noneText', { minimum })}</Typography>;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {t('generate.preview', { count, sum: sumText(totals, language) })}
      </Typography>
      <Typography variant="quiet">{t(`generate.paid.${settlement}`)}</Typography>
    </>
  );
}
