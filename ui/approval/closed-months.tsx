import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { areSameFigures, MONTH_SUMS, type MonthSums } from '@perktree/contracts/approval/figures';
import { calls } from '@perktree/contracts/catalogue/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FigureTable } from '../kit/figures.tsx';
import { LongLoading } from '../kit/files.tsx';
import { Panel, QueryView, StatusBadge } from '../kit/page.tsx';
import { headingAfter } from '../kit/screen-heading.tsx';
import { callApi } from '../lib/api.ts';
import { queryKeyOf, useApi, useCommand } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

/** Shows the answer of a command about approvals. */
export function useApprovalsChange(): (answer: ApprovalsAnswer) => void {
  const client = useQueryClient();
  return (answer) =>
    void client.setQueryData(queryKeyOf(calls.approvals, { params: { siteId: answer.siteId } }), answer);
}

type Month = ApprovalsAnswer['months'][number];

function MonthFigures({ label, totals }: { label: string; totals: readonly MonthSums[] }) {
  const { t, format } = useLocale('approvals');
  return (
    <FigureTable
      label={label}
      head={[t('months.currency'), ...MONTH_SUMS.map((name) => t(`months.${name}`))]}
      rows={totals.map((sums) => ({
        key: sums.currency,
        cells: [sums.currency, ...MONTH_SUMS.map((name) => format.money(sums[name], sums.currency))],
      }))}
    />
  );
}

/** The months that were closed: by whom, with which figures, and who signed them off. */
export function ClosedMonths({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t } = useLocale('approvals');
  const { months, monthsNeedSignOff, siteTimeZone } = approvals;
  const zone = t('zone', { zone: siteTimeZone });
  return (
    <Panel title={t('months.title')} subtitle={`${t(monthsNeedSignOff ? 'months.text' : 'months.none')} ${zone}`}>
      {months.length === 0 ? (
        <Typography>{t('months.empty')}</Typography>
      ) : (
        <Stack spacing={3}>
          {months.map((month) => (
            <ClosedMonth key={month.month} month={month} approvals={approvals} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function ClosedMonth({ month, approvals }: { month: Month; approvals: ApprovalsAnswer }) {
  const { t, format } = useLocale('approvals');
  const { siteTimeZone, isApprover, monthsNeedSignOff } = approvals;
  const { closed, signedOff, fingerprint, position, totals } = month;
  const title = format.month(month.month);
  const agreed = ({ by, at }: Month['closed']) => ({
    name: format.person(by.name),
    when: format.dateTime(at, siteTimeZone),
  });
  return (
    <Box component="section" aria-label={title}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h3" sx={{ flex: '1 1 160px' }}>
          {title}
        </Typography>
        {signedOff !== null && <StatusBadge tone="good" label={t('months.signedOff')} />}
        {signedOff === null && monthsNeedSignOff && !isApprover && (
          <StatusBadge tone="warning" label={t('months.waits')} />
        )}
      </Stack>
      <Typography variant="body2">{t('months.closedBy', { ...agreed(closed), position })}</Typography>
      {signedOff !== null && <Typography variant="body2">{t('months.signedOffBy', agreed(signedOff))}</Typography>}
      <Typography variant="quiet" sx={{ mb: 1 }}>
        {t('months.fingerprint', { fingerprint })}
      </Typography>
      <MonthFigures label={title} totals={totals} />
      {signedOff === null && isApprover && <SignOff month={month} title={title} approvals={approvals} />}
    </Box>
  );
}

/** The approver compares the figures of a close with those of the events, and signs them off where they agree. */
function SignOff({ month, title, approvals }: { month: Month; title: string; approvals: ApprovalsAnswer }) {
  const { t, format } = useLocale('approvals');
  const show = useApprovalsChange();
  const [isAsked, setIsAsked] = useState(false);
  const { siteId } = approvals;
  const params = { siteId, month: month.month };
  const { position, fingerprint, totals, closed } = month;
  const events = useApi(calls.closedMonth, { params }, { enabled: isAsked });
  const signOff = useCommand({
    send: () => callApi(calls.signOffMonth, { params, body: { position, fingerprint, totals } }),
    done: () => ({ title: t('months.done'), description: title }),
    failed: t('months.failed'),
    changes: [queryKeyOf(calls.approvals, { params: { siteId } }), queryKeyOf(calls.closedMonth, { params })],
    onDone: show,
  });
  if (!isAsked) {
    const label = t('months.checkOf', { month: title });
    return (
      <Button variant="contained" sx={{ mt: 1.5 }} aria-label={label} onClick={() => setIsAsked(true)}>
        {t('months.check')}
      </Button>
    );
  }
  return (
    <Stack spacing={1.5} sx={{ mt: 1.5, alignItems: 'flex-start' }}>
      <QueryView query={events} problem={t('months.checkFailed')} loading={<LongLoading />}>
        {(found) =>
          areSameFigures(month, found) ? (
            <>
              <Alert severity="success">{t('months.agrees')}</Alert>
              <Button
                ref={headingAfter}
                variant="contained"
                loading={signOff.isPending}
                aria-label={t('months.signOffOf', { month: title })}
                onClick={() => signOff.mutate()}
              >
                {t('months.signOff')}
              </Button>
            </>
          ) : (
            <>
              <Alert severity="error">{t('months.differs', { name: format.person(closed.by.name) })}</Alert>
              <MonthFigures label={t('months.byEvents', { month: title })} totals={found.totals} />
            </>
          )
        }
      </QueryView>
    </Stack>
  );
}
