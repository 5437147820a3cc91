import { Box, Button, Stack, Typography } from '@mui/material';
import type { ApprovalsAnswer } from '@perktree/contracts/approval/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { callApi } from '../lib/api.ts';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApprovalsChange } from './use-approvals-change.ts';

type Waiting = ApprovalsAnswer['payouts'][number];

/** Payouts in processing that are paid only after a second person has approved them. */
export function WaitingPayouts({ approvals }: { approvals: ApprovalsAnswer }) {
  const { t, i18n } = useTranslation('approvals');
  const { payouts, payoutsAbove, currency, siteTimeZone } = approvals;
  const limit = payoutsAbove === null ? null : formatMoney(payoutsAbove, currency, i18n.language);
  return (
    <Panel
      title={t('payouts.title')}
      subtitle={
        limit === null ? t('payouts.none') : `${t('payouts.text', { limit })} ${t('zone', { zone: siteTimeZone })}`
      }
    >
      {payouts.length === 0 ? (
        <Typography>{t('payouts.empty')}</Typography>
      ) : (
        <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {payouts.map((payout) => (
            <WaitingPayout key={payout.id} payout={payout} approvals={approvals} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function WaitingPayout({ payout, approvals }: { payout: Waiting; approvals: ApprovalsAnswer }) {
  const { t, i18n } = useTranslation('approvals');
  const toast = useToast();
  const show = useApprovalsChange();
  const { id, distributor, createdAt, approved } = payout;
  const { siteTimeZone, isApprover } = approvals;
  const name = personName(distributor.name, i18n.language);
  const amount = formatMoney(payout.amount, payout.currency, i18n.language);
  const when = (iso: string) => formatDateTime(iso, i18n.language, siteTimeZone);
  const approve = useMutation({
    mutationFn: () => callApi(calls.approvePayout, { params: { payoutId: id } }),
    onSuccess: (answer) => {
      show(answer);
      toast({ title: t('payouts.done'), description: `${name}: ${amount}` });
    },
    onError: failureToast(toast, t('payouts.failed')),
  });
  return (
    <Stack component="li" direction="row" useFlexGap sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {when(createdAt)} · {id}
        </Typography>
        {approved !== null && (
          <Typography variant="body2">
            {t('payouts.approvedBy', { name: personName(approved.by.name, i18n.language), when: when(approved.at) })}
          </Typography>
        )}
      </Box>
      <Typography sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{amount}</Typography>
      {approved !== null ? (
        <StatusBadge tone="good" label={t('payouts.approved')} />
      ) : isApprover ? (
        <Button
          variant="contained"
          loading={approve.isPending}
          aria-label={t('payouts.approveOf', { name, amount })}
          onClick={() => approve.mutate()}
        >
          {t('payouts.approve')}
        </Button>
      ) : (
        <StatusBadge tone="warning" label={t('payouts.waits')} />
      )}
    </Stack>
  );
}
