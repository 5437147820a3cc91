import { Box, Button, Divider, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { DistributorBalanceAnswer, SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useState } from 'react';
import { MoreThanOnPaper, ShownOnly } from '../kit/list/list-footer.tsx';
import { Loading } from '../kit/loading.tsx';
import { onDemand } from '../kit/on-demand.tsx';
import { Panel, QueryView } from '../kit/page.tsx';
import { Rows } from '../kit/rows.tsx';
import { SitePicker } from '../kit/site-picker.tsx';
import { useChosenSite } from '../kit/use-site.ts';
import { useWholePrint } from '../lib/printing.ts';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';
import {
  type Debtor,
  missingToMinimum,
  OwedBar,
  OwedTotal,
  owedParts,
  type Unpayable,
  unpayableOf,
} from './owed-parts.tsx';

const WriteOffDialog = onDemand(() => import('./write-off-dialog.tsx'));

interface Props {
  readonly siteId: string;
  /** Balances that have loaded. */
  readonly shown: SiteBalancesAnswer['distributors'];
  /** Whether `shown` has all balances of the site; if not, the unpayable ones are requested. */
  readonly isAll: boolean;
}

function UnpayableBalances({ siteId, shown, isAll }: Props) {
  const request = { params: { siteId }, query: { show: 'unpayable' as const } };
  const others = useApi(calls.siteBalances, request, { staleTime: 0, enabled: !isAll });
  if (isAll) return <UnpayableList siteId={siteId} balances={shown} />;
  return (
    <QueryView query={others}>
      {({ distributors }) => <UnpayableList siteId={siteId} balances={distributors} />}
    </QueryView>
  );
}

function UnpayableList({ siteId, balances }: { siteId: string; balances: SiteBalancesAnswer['distributors'] }) {
  const { t, format } = useLocale('write-off');
  const [opened, setOpened] = useState<Unpayable | null>(null);
  const unpayable = unpayableOf(balances);
  if (unpayable.length === 0) return null;
  return (
    <div>
      <Typography variant="h3">{t('title')}</Typography>
      <Typography variant="quiet" sx={{ mt: 0.5 }}>
        {t('text')}
      </Typography>
      <Rows items={unpayable} keyOf={keyOf} lines="none" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {(balance) => {
          const name = format.person(balance.name);
          const money = (amount: string) => format.money(amount, balance.currency);
          const maturing = balance.maturing !== null && t('maturing', { amount: money(balance.maturing) });
          return (
            <>
              <ListItemText
                primary={joined([name, money(balance.payable)])}
                secondary={joined([t(balance.isErased ? 'why.erased' : 'why.owes'), maturing], ' ')}
                sx={{ minWidth: 200 }}
              />
              {balance.isDue && (
                <Button
                  size="small"
                  color="error"
                  aria-label={t('of', { name, amount: money(balance.payable) })}
                  onClick={() => setOpened(balance)}
                >
                  {t('submit')}
                </Button>
              )}
            </>
          );
        }}
      </Rows>
      {opened && <WriteOffDialog siteId={siteId} balance={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

const keyOf = (balance: DistributorBalanceAnswer) => `${balance.distributorId} ${balance.currency}`;

/** What one distributor is owed, and why it is not paid yet. @param props.share the debt as a fraction of the largest one in the list, 0 to 1 */
function OwedItem(props: { balance: DistributorBalanceAnswer; minimum: string; share: number }) {
  const { t, format } = useLocale('payouts');
  const { balance, minimum } = props;
  const parts = owedParts(balance);
  const money = (amount: string) => format.money(amount, balance.currency);
  const missing = missingToMinimum(balance, minimum);
  const payable = Number(parts.payable);
  const reasons = [
    Number(parts.inPayout) > 0 && t('owed.reason.inPayout', { amount: money(parts.inPayout) }),
    missing !== null && t('owed.reason.missing', { amount: money(parts.payable), missing: money(missing) }),
    payable > 0 && missing === null && t('owed.reason.payable', { amount: money(parts.payable) }),
    payable < 0 && t('owed.reason.reversed', { amount: money(parts.payable.slice(1)) }),
    Number(parts.onHold) > 0 && t('owed.reason.onHold', { amount: money(parts.onHold) }),
  ];
  return (
    <>
      <Stack direction="row" sx={{ columnGap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography variant="name" sx={{ flex: '1 1 140px', minWidth: 0 }}>
          {format.person(balance.name)}
        </Typography>
        <Typography variant="amount" sx={{ ml: 'auto' }}>
          {money(balance.owed)}
        </Typography>
      </Stack>
      <Box sx={{ my: 0.75 }}>
        <OwedBar parts={parts} share={props.share} />
      </Box>
      <Typography variant="quiet">{joined(reasons)}</Typography>
    </>
  );
}

const SHOWN_FIRST = 5;
/** Maximum number of distributors in an answer. */
const MAX_DISTRIBUTORS = 200;

/** Amounts that the signed-in distributor is owed now, by currency. */
export function OwedToMe() {
  const { t } = useLocale('payouts');
  const balances = useApi(calls.pastBalances, {}, { staleTime: 0 });
  return (
    <Panel title={t('owed.titleOwn')}>
      <QueryView query={balances}>{({ totals }) => <Totals totals={totals} debtor="you" />}</QueryView>
    </Panel>
  );
}

/** Amounts that a site owes each distributor now, and why they are not paid yet. */
export function OwedBySite() {
  const { t } = useLocale('payouts');
  const { site, newest, isOneOfSeveral, pick } = useChosenSite();
  if (newest.data?.length === 0) return null;
  return (
    <Panel
      title={t('owed.title')}
      subtitle={site?.name}
      action={
        site && isOneOfSeveral && <SitePicker label={t('owed.site')} site={site} onPick={pick} sx={{ width: 220 }} />
      }
    >
      {site ? <Debts key={site.id} site={site} /> : <QueryView query={newest}>{() => <Loading />}</QueryView>}
    </Panel>
  );
}

function Debts({ site }: { site: SiteAnswer }) {
  const { t } = useLocale('payouts');
  const [chosen, setLimit] = useState(SHOWN_FIRST);
  const limit = useWholePrint() ? MAX_DISTRIBUTORS : chosen;
  const request = { params: { siteId: site.id }, query: { limit: String(limit) } };
  const balances = useApi(calls.siteBalances, request, { staleTime: 0 });
  return (
    <QueryView query={balances}>
      {(data) => (
        <Stack spacing={2.5}>
          <Totals totals={data.totals} debtor="distributors" />
          <Creditors {...data} />
          {data.distributors.length === limit && limit < MAX_DISTRIBUTORS && (
            <Box>
              <Button variant="outlined" onClick={() => setLimit(MAX_DISTRIBUTORS)}>
                {t('owed.all')}
              </Button>
              <MoreThanOnPaper shown={limit} />
            </Box>
          )}
          <ShownOnly shown={data.distributors.length} max={MAX_DISTRIBUTORS} />
          <UnpayableBalances siteId={site.id} shown={data.distributors} isAll={data.distributors.length < limit} />
        </Stack>
      )}
    </QueryView>
  );
}

function Totals({ totals, debtor }: Pick<SiteBalancesAnswer, 'totals'> & { debtor: Debtor }) {
  const { t } = useLocale('payouts');
  const open = totals.filter(({ owed, inPayout }) => Number(owed) !== 0 || Number(inPayout) !== 0);
  if (open.length === 0) return <Typography>{t('owed.nothing')}</Typography>;
  return (
    <Stack spacing={2.5} divider={<Divider />}>
      {open.map((total) => (
        <OwedTotal key={total.currency} total={total} debtor={debtor} />
      ))}
    </Stack>
  );
}

function Creditors({ distributors, minimumPayout, currency }: SiteBalancesAnswer) {
  const { t, format } = useLocale('payouts');
  const owed = distributors.filter((row) => Number(row.owed) > 0);
  if (owed.length === 0) return null;
  const max = Math.max(...owed.map((row) => Number(row.owed)));
  return (
    <div>
      <Typography variant="quiet">{t('owed.minimum', { amount: format.money(minimumPayout, currency) })}</Typography>
      <Rows items={owed} label={t('owed.title')} keyOf={keyOf} sx={{ display: 'block', py: 1.5 }}>
        {(row) => <OwedItem balance={row} minimum={minimumPayout} share={Number(row.owed) / max} />}
      </Rows>
    </div>
  );
}
