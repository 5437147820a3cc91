import OpenInNew from '@mui/icons-material/OpenInNew';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PlanInvoice } from '@perktree/contracts/subscription/calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { useState } from 'react';
import { MoreThanOnPaper } from '../kit/list/list-footer.tsx';
import { EmptyState, Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { useWholePrint } from '../lib/printing.ts';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

/** Invoices before 'Show all invoices': one year of monthly invoices. */
const SHOWN_FIRST = 12;
const TONES = { paid: 'good', open: 'warning', uncollectible: 'bad', void: 'quiet', not_charged: 'quiet' } as const;

/** Invoices for plans, linked to the payment provider if it has a page for them. */
export function Invoices() {
  const { t } = useLocale('subscription');
  const invoices = useApi(calls.planInvoices, {}, { staleTime: 0 });
  return (
    <Panel title={t('invoices.title')}>
      <QueryView query={invoices} problem={t('invoices.failed')}>
        {(data) => (
          <Stack spacing={2}>
            {data.hasOthersElsewhere && <Alert severity="info">{t('invoices.elsewhere')}</Alert>}
            <InvoiceList invoices={data.invoices} />
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}

function InvoiceList({ invoices }: { invoices: readonly PlanInvoice[] }) {
  const { t } = useLocale('subscription');
  const [isOpened, setAll] = useState(false);
  const all = useWholePrint() || isOpened;
  if (invoices.length === 0) {
    return <EmptyState icon={<ReceiptLongOutlined />} title={t('invoices.empty')} text={t('invoices.emptyText')} />;
  }
  const shown = all ? invoices : invoices.slice(0, SHOWN_FIRST);
  return (
    <>
      <Rows
        items={shown}
        label={t('invoices.title')}
        keyOf={({ number }) => number}
        sx={{ columnGap: 2, rowGap: 0.5, py: 1.25, flexWrap: 'wrap' }}
      >
        {(invoice) => <Invoice invoice={invoice} />}
      </Rows>
      {shown.length < invoices.length && (
        <Button onClick={() => setAll(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('invoices.all', { count: invoices.length })}
        </Button>
      )}
      {shown.length < invoices.length && <MoreThanOnPaper shown={shown.length} />}
    </>
  );
}

function Invoice({ invoice }: { invoice: PlanInvoice }) {
  const { t, format } = useLocale('subscription');
  const { number, plan, status, url } = invoice;
  const period = t('invoices.period', { from: format.date(invoice.from), to: format.date(invoice.to) });
  return (
    <>
      <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
        <Typography variant="name">
          {plan === null ? number : t('invoices.name', { plan: PLANS[plan].name, number })}
        </Typography>
        <Typography variant="quiet">
          {t('invoices.issued', { date: format.date(invoice.issuedAt) })} · {period}
        </Typography>
        {url !== null && (
          <Link
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            variant="body2"
            aria-label={t('invoices.openLabel', { number })}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
          >
            {t('invoices.open')}
            <OpenInNew fontSize="inherit" />
          </Link>
        )}
      </Box>
      <Stack spacing={0.5} sx={{ alignItems: 'flex-end', flex: 'none', ml: 'auto' }}>
        <Typography variant="amount">{format.money(invoice.amount, invoice.currency)}</Typography>
        <StatusBadge tone={TONES[status]} label={t(`invoices.status.${status}`)} />
      </Stack>
    </>
  );
}
