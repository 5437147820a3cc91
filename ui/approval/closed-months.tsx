import { Box, Button, Stack, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FigureTable } from '../kit/figures.tsx';
import { Panel } from '../kit/panel.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { callApi } from '../lib/api.ts';
import { formatDateTime, formatMoney, formatMonth } from '../lib/format.ts';
import { queryKeyOf } from '../lib/query-client.ts';
import { useCommand } from '../lib/use-command.ts';

/** Shows the answer of a command about approvals. */
export function useApprovalsChange(): (answer: ApprovalsAnswer) => void {
  const client = useQueryClient();
  return (answer) =>
    void client.setQueryData(queryKeyOf(calls.approvals, { params: { siteId: answer.siteId } }), answer);
}

type Month = ApprovalsAnswer['months'][number];
const MONEY = ['opening', 'earned', 'takenBack', 'paidOut', 'writtenOff', 'closing'] as const;

/** The months that were closed: by whom, with which figures, and who signed them off. */
export function ClosedMonths({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t } = useTranslation('approvals');
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
  const { t, i18n } = useTranslation('approvals');
  const show = useApprovalsChange();
  const { siteId, siteTimeZone, isApprover, monthsNeedSignOff } = approvals;
  const { closed, signedOff, fingerprint, position, totals } = month;
  const title = formatMonth(month.month, i18n.language);
  const agreed = ({ by, at }: Month['closed']) => ({
    name: personName(by.name, i18n.language),
    when: formatDateTime(at, i18n.language, siteTimeZone),
  });
  const signOff = useCommand({
    send: () => callApi(calls.signOffMonth, { params: { siteId, month: month.month }, body: { fingerprint } }),
    done: () => ({ title: t('months.done'), description: title }),
    failed: t('months.failed'),
    onDone: show,
  });
  return (
    <Box component="section" aria-label={title}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Typography variant="h3" sx={{ flex: '1 1 160px' }}>
          {title}
        </Typography>
        {signedOff !== null && <StatusBadge tone="good" label={t('months.signedOff')} />}
        {signedOff === null && monthsNeedSignOff && !isApprover && (
          <StatusBadge tone="warning" label={t('months.waits')} />
        )}
        {signedOff === null && isApprover && (
          <Button
            variant="contained"
            loading={signOff.isPending}
            aria-label={t('months.signOffOf', { month: title })}
            onClick={() => signOff.mutate()}
          >
            {t('months.signOff')}
          </Button>
        )}
      </Stack>
      <Typography variant="body2">{t('months.closedBy', { ...agreed(closed), position })}</Typography>
      {signedOff !== null && <Typography variant="body2">{t('months.signedOffBy', agreed(signedOff))}</Typography>}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 1 }}>
        {t('months.fingerprint', { fingerprint })}
      </Typography>
      <FigureTable
        label={title}
        head={[t('months.currency'), ...MONEY.map((name) => t(`months.${name}`))]}
        rows={totals.map((sums) => ({
          key: sums.currency,
          cells: [sums.currency, ...MONEY.map((name) => formatMoney(sums[name], sums.currency, i18n.language))],
        }))}
      />
    </Box>
  );
}
