import { Button, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { FundingDecision, PayoutFundingAnswer } from '@perktree/contracts/payout/funding-calls';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { callApi } from '../lib/api.ts';
import { formatDateTime, formatMoney } from '../lib/format.ts';
import { failureToast, useToast } from '../lib/toast.tsx';
import { useApi } from '../lib/use-api.ts';

interface Decided {
  readonly funding: PayoutFundingAnswer;
  readonly decision: FundingDecision;
}

/** The money for automatic payouts that waits for the operator. */
export function PendingFundings() {
  const { t } = useTranslation('support');
  const toast = useToast();
  const query = useApi(calls.payoutFundings, {});
  const decide = useMutation({
    mutationFn: ({ funding: { id, tenantId }, decision }: Decided) =>
      callApi(calls.decidePayoutFunding, { params: { tenantId, fundingId: id }, body: { decision } }),
    onSuccess: (_, { funding, decision }) => {
      toast({ title: t(`fundings.done.${decision}`), description: funding.site });
      void query.refetch();
    },
    onError: failureToast(toast, t('fundings.failed')),
  });
  return (
    <Panel title={t('fundings.title')} subtitle={t('fundings.subtitle')}>
      <QueryView query={query}>
        {(fundings) =>
          fundings.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{t('fundings.none')}</Typography>
          ) : (
            <List disablePadding>
              {fundings.map((funding) => (
                <FundingRow
                  key={funding.id}
                  funding={funding}
                  disabled={decide.isPending}
                  onDecide={(decision) => decide.mutate({ funding, decision })}
                />
              ))}
            </List>
          )
        }
      </QueryView>
    </Panel>
  );
}

function FundingRow({
  funding,
  disabled,
  onDecide,
}: {
  funding: PayoutFundingAnswer;
  disabled: boolean;
  onDecide: (decision: FundingDecision) => void;
}) {
  const { t, i18n } = useTranslation('support');
  const decisions = funding.status === 'disputed' ? (['settle'] as const) : (['approve', 'decline'] as const);
  return (
    <ListItem disableGutters divider sx={{ gap: 2, flexWrap: 'wrap' }}>
      <ListItemText
        primary={joined([funding.site, formatMoney(funding.amount, funding.currency, i18n.language)])}
        secondary={t(funding.status === 'disputed' ? 'fundings.disputed' : 'fundings.waiting', {
          count: funding.payouts,
          since: formatDateTime(funding.createdAt, i18n.language),
        })}
      />
      <Stack direction="row" spacing={1}>
        {decisions.map((decision) => (
          <Button key={decision} disabled={disabled} onClick={() => onDecide(decision)}>
            {t(`fundings.decision.${decision}`)}
          </Button>
        ))}
      </Stack>
    </ListItem>
  );
}
