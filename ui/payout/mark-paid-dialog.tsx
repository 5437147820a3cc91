import { Box, Button, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { personName } from '@perktree/contracts/kernel/person-name';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InfoDialog } from '../kit/dialog-shell.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useRestoreFocus } from '../kit/use-restore-focus.ts';
import { callApi } from '../lib/api.ts';
import { formatMoney } from '../lib/format.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { newIdempotencyKey } from '../lib/idempotency-key.ts';
import { useToast } from '../lib/toast.tsx';
import { type SentState, useSendEach } from '../lib/use-send-each.ts';
import { sumText, useRefreshPayouts } from './payout-sums.ts';

const SETTLE_MS = 2_000;
const idOf = ({ id }: PayoutAnswer) => id;

/**
 * Marks several payouts as paid with one reference. Each is a command of its own, so one that is refused keeps no other from being
 * marked. If not all are, the dialog names the outcome of each.
 */
export function MarkPaidDialog({
  payouts,
  onClose,
  onSent,
}: {
  payouts: readonly PayoutAnswer[];
  onClose: () => void;
  /** Closed after payouts were sent. */
  onSent: () => void;
}) {
  const { t, i18n } = useTranslation('payouts');
  const toast = useToast();
  const refresh = useRefreshPayouts();
  const [run] = useState(newIdempotencyKey);
  const each = useSendEach(payouts, {
    idOf,
    keyOf: ({ id }, attempt) => `${run}-${id}-${attempt}`,
    settleMs: SETTLE_MS,
  });
  useRestoreFocus(true);
  const sum = sumText(payouts, i18n.language);
  const count = payouts.length;
  const close = () => {
    refresh();
    onSent();
  };
  const send = async (reference: string) => {
    const areAllPaid = await each.run(({ id }, idempotencyKey) =>
      callApi(calls.markPayoutPaid, { params: { payoutId: id }, body: { reference } }, { idempotencyKey }),
    );
    if (!areAllPaid) return;
    toast({ title: t('several.done', { count }), description: sum });
    close();
  };
  const form = useForm({
    fields: { reference: 'text' },
    initial: { reference: '' },
    call: calls.markPayoutPaid,
    params: { payoutId: '' },
    body: ({ reference }) => ({ reference }),
    send: async (_, { reference }) => {
      await send(reference);
      return payouts[0] as PayoutAnswer;
    },
  });
  const outcomes = payouts.map((payout) => each.stateOf(payout));
  if (outcomes.some(({ kind }) => kind === 'refused' || kind === 'unknown')) {
    return (
      <InfoDialog
        title={t('several.title')}
        subtitle={t('several.reference', { reference: form.values.reference })}
        scrollable
        onClose={close}
      >
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography role="status" sx={{ flex: 1 }}>
            {t('several.progress', { done: each.done, count })}
          </Typography>
          <Button variant="contained" loading={each.isRunning} onClick={() => void send(form.values.reference)}>
            {t('several.again', { count: count - each.done })}
          </Button>
        </Stack>
        <Amounts payouts={payouts}>{(payout) => <Outcome state={each.stateOf(payout)} />}</Amounts>
      </InfoDialog>
    );
  }
  return (
    <FormDialog
      title={t('several.title')}
      subtitle={t('several.text', { count, sum })}
      submitLabel={t('several.submit', { count })}
      form={form}
      submitDisabled={form.values.reference === ''}
      onClose={onClose}
    >
      <FormField form={form} name="reference" label={t('action.paid.field')} required autoFocus sx={{ mt: 1 }} />
      <Amounts payouts={payouts} />
    </FormDialog>
  );
}

function Amounts(props: { payouts: readonly PayoutAnswer[]; children?: (payout: PayoutAnswer) => ReactNode }) {
  const { t, i18n } = useTranslation('payouts');
  return (
    <List disablePadding aria-label={t('history.title')} sx={{ mt: 2 }}>
      {props.payouts.map((payout) => (
        <ListItem key={payout.id} disableGutters divider sx={{ gap: 2, alignItems: 'flex-start' }}>
          <ListItemText
            primary={personName(payout.name, i18n.language)}
            secondary={props.children?.(payout)}
            slotProps={{ secondary: { component: 'div' } }}
            sx={{ overflowWrap: 'anywhere' }}
          />
          <Typography sx={{ flex: 'none', py: 0.5, fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(payout.amount, payout.currency, i18n.language)}
          </Typography>
        </ListItem>
      ))}
    </List>
  );
}

function Outcome({ state }: { state: SentState }) {
  const { t } = useTranslation('payouts');
  if (state.kind === 'refused') {
    return <Box sx={{ color: 'error.main' }}>{t('several.state.refused', { reason: state.reason })}</Box>;
  }
  if (state.kind === 'unknown') return <Box sx={{ color: 'warning.main' }}>{t('several.state.unknown')}</Box>;
  return <>{t(`several.state.${state.kind}`)}</>;
}
