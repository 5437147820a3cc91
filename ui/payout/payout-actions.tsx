import { Box, Button, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { CORRECTION_REASONS } from '@perktree/contracts/payout/events';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { InfoDialog } from '../kit/dialogs.tsx';
import { choices, FormDialog, FormField } from '../kit/form/form.tsx';
import { Rows } from '../kit/rows.tsx';
import { useRestoreFocus } from '../kit/screen-heading.tsx';
import { callApi } from '../lib/api.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { newIdempotencyKey } from '../lib/public/send-once.ts';
import { useToast } from '../lib/toast.tsx';
import { useLocale } from '../lib/use-locale.ts';
import { type SentState, useSendEach } from '../lib/use-send-each.ts';
import { PAYOUT_READS, type PayoutAction, sumText } from './payout-state.ts';

const FIELD = { paid: 'reference', cancel: 'reason', returned: 'reason', correct: 'reference' } as const;
const CALL = {
  paid: calls.markPayoutPaid,
  cancel: calls.cancelPayout,
  returned: calls.returnPayout,
  correct: calls.correctPayoutReference,
} as const;

export function ActionDialog(props: { payout: PayoutAnswer; action: PayoutAction; onClose: () => void }) {
  const { t, format } = useLocale(['payouts', 'payout-reasons']);
  const { payout, action, onClose } = props;
  const field = FIELD[action];
  const name = format.person(payout.name);
  const form = useForm({
    fields: { reference: 'text', reason: 'text', why: 'choice' },
    initial: { reference: payout.reference ?? '', reason: '', why: 'typing_mistake' },
    call: CALL[action],
    body: ({ reference, reason, why }) => {
      if (action === 'paid') return { reference };
      return action === 'correct' ? { reference, reason: why } : { reason };
    },
    params: { payoutId: payout.id },
    done: () => ({ title: t(`action.${action}.done`), description: name }),
    failed: t(`action.${action}.failed`),
    changes: PAYOUT_READS,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={t(`action.${action}.title`)}
      subtitle={t(`action.${action}.text`, { name, amount: format.money(payout.amount, payout.currency) })}
      submitLabel={t(`action.${action}.submit`)}
      form={form}
      submitDisabled={form.values[field] === ''}
      onClose={onClose}
    >
      <FormField form={form} name={field} label={t(`action.${action}.field`)} required autoFocus />
      {action === 'correct' && (
        <FormField form={form} name="why" select label={t('action.correct.why')}>
          {choices(CORRECTION_REASONS, (reason) => t(`payout-reasons:${reason}`))}
        </FormField>
      )}
    </FormDialog>
  );
}

const SETTLE_MS = 2_000;
const idOf = ({ id }: PayoutAnswer) => id;

/**
 * Marks several payouts as paid with one reference. Each is a command of its own, so one that is refused keeps no other from being
 * marked. If not all are, the dialog names the outcome of each.
 */
export function MarkPaidDialog(props: {
  payouts: readonly PayoutAnswer[];
  onClose: () => void;
  /** Closed after payouts were sent. */
  onSent: () => void;
}) {
  const { t, language } = useLocale('payouts');
  const { payouts, onClose, onSent } = props;
  const toast = useToast();
  const client = useQueryClient();
  const [run] = useState(newIdempotencyKey);
  const each = useSendEach(payouts, {
    idOf,
    keyOf: ({ id }, attempt) => `${run}-${id}-${attempt}`,
    settleMs: SETTLE_MS,
  });
  useRestoreFocus(true);
  const sum = sumText(payouts, language);
  const count = payouts.length;
  const close = () => {
    void client.invalidateQueries();
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
    call: calls.markPayoutPaid,
    params: { payoutId: '' },
    draft: `mark paid ${payouts.map(idOf).join(' ')}`,
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
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
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
      <FormField form={form} name="reference" label={t('action.paid.field')} required autoFocus />
      <Amounts payouts={payouts} />
    </FormDialog>
  );
}

function Amounts(props: { payouts: readonly PayoutAnswer[]; children?: (payout: PayoutAnswer) => ReactNode }) {
  const { t, format } = useLocale('payouts');
  return (
    <Rows
      items={props.payouts}
      label={t('history.title')}
      keyOf={idOf}
      lines="all"
      listSx={{ mt: 2 }}
      sx={{ gap: 2, alignItems: 'flex-start' }}
    >
      {(payout) => (
        <>
          <ListItemText
            primary={format.person(payout.name)}
            secondary={props.children?.(payout)}
            slotProps={{ secondary: { component: 'div' } }}
          />
          <Typography sx={{ flex: 'none', py: 0.5, fontVariantNumeric: 'tabular-nums' }}>
            {format.money(payout.amount, payout.currency)}
          </Typography>
        </>
      )}
    </Rows>
  );
}

function Outcome({ state }: { state: SentState }) {
  const { t } = useLocale('payouts');
  if (state.kind === 'refused') {
    return <Box sx={{ color: 'error.main' }}>{t('several.state.refused', { reason: state.reason })}</Box>;
  }
  if (state.kind === 'unknown') return <Box sx={{ color: 'warning.main' }}>{t('several.state.unknown')}</Box>;
  return <>{t(`several.state.${state.kind}`)}</>;
}
