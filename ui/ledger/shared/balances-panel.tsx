import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PastBalancesAnswer, SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';
import { useState } from 'react';
import { Figures, FigureTable } from '../../kit/figures.tsx';
import { MoreThanOnPaper, ShownOnly } from '../../kit/list/list-footer.tsx';
import { SearchField } from '../../kit/list/search-field.tsx';
import { ListDownload } from '../../kit/list/server-list.tsx';
import { WhenNear } from '../../kit/loading.tsx';
import { Panel, QueryView } from '../../kit/page.tsx';
import { useTimeZone } from '../../kit/use-site.ts';
import { pathParts, queryString } from '../../lib/api.ts';
import { endOfDay, isDay } from '../../lib/days.ts';
import { useWholePrint } from '../../lib/printing.ts';
import { useApi } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';

/** Number of distributors shown at first, and added with each click. */
const STEP = 25;
/** Maximum number of distributors in an answer. Search or CSV give the others. */
const MAX_DISTRIBUTORS = 200;
const SUMS = ['earned', 'takenBack', 'paidOut', 'writtenOff', 'owed', 'inPayout', 'payable'] as const;
/** What a sum is called for the distributor where it is negative. */
const DEBTS = { owed: 'byYou', payable: 'deducted' } as const;
type Sums = PastBalancesAnswer['totals'][number];

/** The last moment of a day. */
const askedFor = (day: string, timeZone: string) =>
  isDay(day) ? { asOf: new Date(Date.parse(endOfDay(day, timeZone)) - 1).toISOString() } : {};

export function BalancesPanel(props: {
  site?: { readonly id: string; readonly timeZone: string };
  /** The first chosen day: YYYY-MM-DD. Left out: now. */
  day?: string;
}) {
  const { site } = props;
  const { t } = useLocale('balances');
  const timeZone = useTimeZone(site);
  const [day, setDay] = useState(props.day ?? '');
  const asked = askedFor(day, timeZone);
  return (
    <Panel title={t('title')} subtitle={t('subtitle')}>
      <TextField
        type="date"
        label={t('day', { zone: timeZone })}
        helperText={t('dayHint')}
        value={day}
        onChange={(event) => setDay(event.target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ maxWidth: { sm: 240 }, mb: 2 }}
      />
      <WhenNear>
        {site === undefined ? (
          <Own asked={asked} timeZone={timeZone} />
        ) : (
          <OfSite siteId={site.id} asked={asked} timeZone={timeZone} />
        )}
      </WhenNear>
    </Panel>
  );
}

type Asked = ReturnType<typeof askedFor>;

function Own({ asked, timeZone }: { asked: Asked; timeZone: string }) {
  const { t, format } = useLocale('balances');
  const balances = useApi(calls.pastBalances, { query: asked }, { staleTime: 0 });
  return (
    <QueryView query={balances} problem={t('failed')}>
      {({ asOf, totals }) => (
        <>
          <AsOf asOf={asOf} timeZone={timeZone} isEmpty={totals.length === 0} />
          <Stack spacing={2}>
            {totals.map((sums) => (
              <Figures
                key={sums.currency}
                figures={SUMS.map((sum) => {
                  const debt = sum === 'owed' || sum === 'payable' ? DEBTS[sum] : null;
                  const isDebt = debt !== null && Number(sums[sum]) < 0;
                  return [t(isDebt ? debt : sum), format.money(isDebt ? sums[sum].slice(1) : sums[sum], sums.currency)];
                })}
              />
            ))}
          </Stack>
        </>
      )}
    </QueryView>
  );
}

function OfSite({ siteId, asked, timeZone }: { siteId: string; asked: Asked; timeZone: string }) {
  const { t } = useLocale('balances');
  const [text, setText] = useState('');
  const [chosen, setLimit] = useState(STEP);
  const limit = useWholePrint() ? MAX_DISTRIBUTORS : chosen;
  const query = { ...asked, ...(text.trim() && { q: text.trim() }) };
  const balances = useApi(
    calls.siteBalances,
    { params: { siteId }, query: { ...query, limit: String(limit) } },
    { staleTime: 0 },
  );
  const url = pathParts(calls.siteBalances.path, { siteId }).join('/') + queryString(query);
  return (
    <>
      <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
        <SearchField label={t('search')} text={text} onSearch={setText} sx={{ flex: '1 1 220px', minWidth: 0 }} />
        <ListDownload title={t('title')} list={{ url, loaded: { items: balances.data?.distributors } }} />
      </Stack>
      <QueryView query={balances} problem={t('failed')}>
        {(data) => (
          <>
            <Balances {...data} timeZone={timeZone} />
            {data.distributors.length === limit && limit < MAX_DISTRIBUTORS && (
              <Box sx={{ textAlign: 'center', mt: 2 }}>
                <Button variant="outlined" onClick={() => setLimit(Math.min(limit + STEP, MAX_DISTRIBUTORS))}>
                  {t('common:loadMore')}
                </Button>
                <MoreThanOnPaper shown={limit} />
              </Box>
            )}
            <ShownOnly shown={data.distributors.length} max={MAX_DISTRIBUTORS} />
          </>
        )}
      </QueryView>
    </>
  );
}

function AsOf({ asOf, timeZone, isEmpty }: { asOf: string; timeZone: string; isEmpty: boolean }) {
  const { t, format } = useLocale('balances');
  return (
    <Typography variant="quiet" role="status" sx={{ mb: 1 }}>
      {t('asOf', { time: format.dateTime(asOf, timeZone) })} {isEmpty && t('empty')}
    </Typography>
  );
}

function Balances(props: SiteBalancesAnswer & { timeZone: string }) {
  const { asOf, timeZone, totals, distributors, minimumPayout, currency } = props;
  const { t, format } = useLocale('balances');
  const cells = (sums: Sums) => SUMS.map((sum) => format.money(sums[sum], sums.currency));
  return (
    <>
      <AsOf asOf={asOf} timeZone={timeZone} isEmpty={totals.length === 0} />
      <Typography variant="quiet" sx={{ mb: 1 }}>
        {t('minimum', { amount: format.money(minimumPayout, currency) })}
      </Typography>
      {totals.length > 0 && (
        <FigureTable
          label={t('title')}
          head={[t('distributor'), ...SUMS.map((sum) => t(sum))]}
          rows={[
            ...distributors.map((row) => ({
              key: `${row.distributorId} ${row.currency}`,
              cells: [format.person(row.name), ...cells(row)],
            })),
            ...totals.map((sums) => ({ key: sums.currency, cells: [t('total'), ...cells(sums)], isTotal: true })),
          ]}
        />
      )}
    </>
  );
}
