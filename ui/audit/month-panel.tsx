import { Alert, Button, Stack, TextField, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { areSameFigures } from '@perktree/contracts/approval/figures';
import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { monthIn } from '@perktree/contracts/kernel/time-zone';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { choices } from '../kit/form/form.tsx';
import { QueryView } from '../kit/page.tsx';
import { callApi } from '../lib/api.ts';
import { useAuth } from '../lib/auth.tsx';
import { withParameters } from '../lib/list-state.ts';
import { serverNow } from '../lib/public/time.ts';
import { queryKeyOf, useApi, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';
import {
  type AuditScope,
  BooksTable,
  CheckPanel,
  monthsBefore,
  monthsWithin,
  useBookColumns,
  useBookTables,
} from './report-parts.tsx';

/** Who closed the shown month with these figures, and who signed it off. The owner closes it here. */
function MonthSignOff({ closed }: { closed: ClosedMonthAnswer }) {
  const { siteId } = closed;
  const approvals = useApi(calls.approvals, { params: { siteId } }, { staleTime: 0 });
  return <QueryView query={approvals}>{(known) => <MonthState closed={closed} approvals={known} />}</QueryView>;
}

function MonthState({ closed, approvals }: { closed: ClosedMonthAnswer; approvals: ApprovalsAnswer }) {
  const { t, format } = useLocale('audit');
  const { siteId, month, fingerprint, position, timeZone } = closed;
  const isOwner = useAuth().role === 'site_owner';
  const client = useQueryClient();
  const request = { params: { siteId } };
  const totals = closed.totals.map(({ entries: _, reversals: __, payouts: ___, ...sums }) => sums);
  const close = useCommand({
    send: () => callApi(calls.closeMonth, { params: { siteId, month }, body: { position, fingerprint, totals } }),
    done: () => ({ title: t('close.done') }),
    failed: t('close.failed'),
    changes: [queryKeyOf(calls.approvals, request)],
    onDone: (answer) => client.setQueryData(queryKeyOf(calls.approvals, request), answer),
  });
  const known = approvals.months.find((one) => one.month === month);
  const by = ({ by: person, at }: { by: { name: string }; at: string }) => ({
    name: format.person(person.name),
    when: format.dateTime(at, timeZone),
  });
  const isSame = known !== undefined && areSameFigures(known, closed);
  const needsSignOff = approvals.monthsNeedSignOff;
  return (
    <Stack spacing={1} sx={{ mt: 2, alignItems: 'flex-start' }}>
      {known && (
        <Alert severity={!isSame ? 'error' : known.signedOff || !needsSignOff ? 'success' : 'info'}>
          {t(isSame ? 'close.same' : 'close.differs', { ...by(known.closed), zone: timeZone })}{' '}
          {known.signedOff ? t('close.signedOff', by(known.signedOff)) : needsSignOff && t('close.waits')}
        </Alert>
      )}
      {isOwner && !isSame && !known?.signedOff && (
        <Button variant="outlined" loading={close.isPending} onClick={() => close.mutate()}>
          {t('close.submit')}
        </Button>
      )}
    </Stack>
  );
}

const MONTHS = 36;

export function MonthPanel({ scope }: { scope: AuditScope }) {
  const { t, format } = useLocale('audit');
  const { siteId, timeZone, days } = scope;
  const [query, setQuery] = useSearchParams();
  const months = monthsWithin(monthsBefore(monthIn(timeZone, serverNow()), MONTHS), days);
  const month = months.find((one) => one === query.get('month')) ?? months[0] ?? '';
  const closed = useApi(calls.closedMonth, { params: { siteId, month } }, { enabled: month !== '' });
  const pick = (value: string) => setQuery((before) => withParameters(before, { month: value }));
  const columns = useBookColumns();
  const tables = useBookTables(columns);
  const picker = (
    <TextField
      select
      label={t('month.choose')}
      value={month}
      onChange={(event) => pick(event.target.value)}
      sx={{ maxWidth: { sm: 240 }, mb: 2 }}
    >
      {choices(months, (one) => format.month(one))}
    </TextField>
  );
  return (
    <CheckPanel
      name="month"
      scope={scope}
      form={month === '' ? <Typography>{t('month.none')}</Typography> : picker}
      isAsked={month !== ''}
      query={closed}
      paper={(data) => ({
        filter: [[t('month.choose'), data.month]],
        currencies: data.totals.map(({ currency }) => currency),
        result: [data.totals.length === 0 ? t('month.empty') : t('report.payees', { count: data.distributors.length })],
        tables: tables(data),
      })}
    >
      {(data) => (
        <>
          {data.totals.length === 0 ? (
            <Typography>{t('month.empty')}</Typography>
          ) : (
            <BooksTable label={t('month.title')} columns={columns} books={data} />
          )}
          <MonthSignOff closed={data} />
        </>
      )}
    </CheckPanel>
  );
}
