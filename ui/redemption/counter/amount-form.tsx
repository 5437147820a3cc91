import { Alert, Button, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { currencySymbol } from '@perktree/contracts/kernel/money';
import { writeNumber } from '@perktree/contracts/kernel/typed-number';
import type { LookedUpScan } from '@perktree/contracts/redemption/calls';
import { useEffect, useRef, useState } from 'react';
import { FormField } from '../../kit/form/form.tsx';
import { Panel } from '../../kit/page.tsx';
import { callApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { isDecided, newIdempotencyKey } from '../../lib/public/send-once.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { Row } from './confirmation.tsx';
import { ANSWER_WITHIN_MS, type CustomerSecret, saveCounterDraft, savedCounterDraft } from './counter-text.ts';

const RETRY_MS = 2_000;

/** Whether the server may have carried a command out. Signed out, staff log in first; the limit of requests leaves it open. */
const mayHaveHappened = (error: unknown, attempt: number): boolean =>
  error instanceof ApiError && !isDecided(error) && error.status !== 401 && (error.status !== 429 || attempt > 1);

/**
 * Sends a command again and again while the server may have carried it out, so that its answer is known in the end.
 * @param send under the same Idempotency-Key each time, so that it happens once
 * @param onUnknown called after the first attempt without an answer
 * @param signal ends the attempts
 * @throws the refusal of the command; the last error once `signal` is aborted
 */
async function sendUntilKnown<A>(
  send: () => Promise<A>,
  { onUnknown, signal }: { readonly onUnknown: () => void; readonly signal: AbortSignal },
): Promise<A> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!mayHaveHappened(error, attempt) || signal.aborted) throw error;
      if (attempt === 1) onUnknown();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (signal.aborted) throw error;
    }
  }
}

/**
 * Step two: staff see what they redeem for whom, and enter what the customer paid. There is no silent default amount. Where the site
 * redeems in one step, it sends itself at once, and asks only after a failure, or if an amount was typed before a reload.
 */
export function AmountForm(props: {
  scan: LookedUpScan;
  secret: CustomerSecret;
  onAnswer: (answer: CallAnswer<typeof calls.staffRedeem>) => void;
  onError: (error: Error) => void;
  onBack: () => void;
}) {
  const { scan, secret } = props;
  const { redeemsInOneStep } = scan;
  const { t, format, language } = useLocale('counter');
  const [isUnknown, setUnknown] = useState(false);
  const stop = useRef(new AbortController());
  /** Of the redemption until the server has decided on it. */
  const key = useRef(newIdempotencyKey());
  const decided = () => {
    key.current = newIdempotencyKey();
    setUnknown(false);
  };
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const text = 'token' in secret ? secret.token : secret.redemptionCode;
  const [draft] = useState(savedCounterDraft);
  const form = useForm({
    fields: { saleAmount: 'decimal' },
    initial: { saleAmount: draft.text === text ? draft.saleAmount : '' },
    call: calls.staffRedeem,
    // An amount belongs to its code (counter-text.ts).
    draft: null,
    body: ({ saleAmount }) => ({ ...secret, saleAmount }),
    check: ({ saleAmount }) =>
      saleAmount === undefined && !redeemsInOneStep ? { saleAmount: { code: 'REQUIRED' } } : {},
    send: (request) =>
      sendUntilKnown(
        () => callApi(calls.staffRedeem, request, { idempotencyKey: key.current, answerWithinMs: ANSWER_WITHIN_MS }),
        { onUnknown: () => setUnknown(true), signal: stop.current.signal },
      ),
    onSuccess: (answer) => {
      decided();
      props.onAnswer(answer);
    },
    onError: (error) => {
      if (isDecided(error)) decided();
      props.onError(error);
    },
  });
  // Text that is no number yet, such as `12,`, stays as it is.
  const { saleAmount = form.typed.saleAmount } = form.values;
  useEffect(() => saveCounterDraft({ text, saleAmount }), [text, saleAmount]);
  const submit = useRef(form.submit);
  const [sendsAtOnce] = useState(redeemsInOneStep && saleAmount === '');
  useEffect(() => {
    if (sendsAtOnce) submit.current();
  }, [sendsAtOnce]);
  const back = () => {
    if (!form.pending) props.onBack();
  };
  const { currency, defaultSaleAmount } = scan;
  const limit = ({ used, most }: LookedUpScan['redemptions']) =>
    most === null
      ? t('offer.unlimited', { used: format.number(used) })
      : t('offer.of', { used: format.number(used), max: format.number(most) });
  return (
    <Panel title={t('offer.title')}>
      <form ref={form.ref} onSubmit={form.submit} noValidate onKeyDown={(event) => event.key === 'Escape' && back()}>
        <Stack spacing={2.5}>
          <Stack component="dl" spacing={1} sx={{ m: 0, p: 2, borderRadius: '12px', bgcolor: 'primary.light' }}>
            <Row isLarge name={t('confirmed.benefit')} value={format.benefit(scan.benefitTerms)} />
            <Row name={t('confirmed.customer')} value={format.person(scan.customerName)} />
            <Row name={t('offer.site')} value={scan.siteName} />
            <Row name={t('offer.used')} value={limit(scan.redemptions)} />
            <Row name={t('offer.usedByCustomer')} value={limit(scan.redemptionsOfCustomer)} />
          </Stack>
          {scan.awaitsConfirmation && <Alert severity="info">{t('offer.awaits')}</Alert>}
          <FormField
            form={form}
            name="saleAmount"
            label={t('offer.amount', { currency: currencySymbol(currency) })}
            placeholder={writeNumber(defaultSaleAmount, language)}
            helperText={t('offer.amountHelp')}
            autoFocus
            autoComplete="off"
            slotProps={{
              htmlInput: { style: { fontSize: '1.75rem', textAlign: 'center' } },
              inputLabel: { shrink: true },
            }}
          />
          <Button
            variant="text"
            size="small"
            disabled={form.pending}
            onClick={() => {
              form.put('saleAmount', defaultSaleAmount);
              form.ref.current?.querySelector('input')?.focus();
            }}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('offer.useDefault', { amount: format.money(defaultSaleAmount, currency) })}
          </Button>
          {isUnknown && (
            <Alert severity="warning" role="alert">
              {t('offer.unknown')}
            </Alert>
          )}
          <Button type="submit" variant="contained" size="large" loading={form.pending} sx={{ minHeight: 56 }}>
            {t('offer.confirm')}
          </Button>
          <Button color="inherit" disabled={form.pending} onClick={back}>
            {t('offer.back')}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
