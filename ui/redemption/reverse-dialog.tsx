import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer, CallBody } from '@perktree/contracts/kernel/call';
import { type Currency, currencySymbol, fromMinor, isAmount, toMinor } from '@perktree/contracts/kernel/money';
import type { SiteRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { CheckField } from '../kit/form/check-field.tsx';
import { FormDialog, FormField } from '../kit/form/form.tsx';
import { Rows } from '../kit/rows.tsx';
import type { FieldIssues, Typed, Values } from '../lib/forms/fields.ts';
import { type Form, useForm } from '../lib/forms/use-form.ts';
import { useLocale } from '../lib/use-locale.ts';

export const REVERSE_FIELDS = { part: 'choice', amount: 'decimal', reason: 'text', freeSlot: 'flag' } as const;
type ReverseFormFields = typeof REVERSE_FIELDS;
type ReverseValues = Values<ReverseFormFields>;

export const EMPTY_FORM: Typed<ReverseFormFields> = { part: 'whole', amount: '', reason: '', freeSlot: true };

/** What is left of the sale amount, as a decimal string. */
function leftToReverse({ saleAmount, reversedAmount, currency }: SiteRedemptionAnswer): string {
  return fromMinor(toMinor(saleAmount, currency) - toMinor(reversedAmount, currency), currency);
}

/** An unconfirmed redemption earns nothing, so it can only be reversed in full, also after it has lapsed. */
export function canReverseInPart({ confirmation }: SiteRedemptionAnswer): boolean {
  return confirmation === null;
}

/** Checks a partial amount beyond the rules of the call. Skipped when the whole sale is reversed. */
export function checkPart(
  { part, amount }: ReverseValues,
  redemption: SiteRedemptionAnswer,
): FieldIssues<ReverseFormFields> {
  if (part === 'whole') return {};
  if (amount === undefined) return { amount: { code: 'REQUIRED' } };
  if (!isAmount(amount)) return {};
  const { currency } = redemption;
  const left = leftToReverse(redemption);
  const minor = toMinor(amount, currency);
  if (minor === 0n) return { amount: { code: 'NOT_ABOVE', values: { min: 0 } } };
  return minor > toMinor(left, currency) ? { amount: { code: 'TOO_BIG', values: { max: left } } } : {};
}

/** Whether nothing of the sale would be left: only then can the redemption stop counting towards limits. */
export function reversesAll({ part, amount }: ReverseValues, redemption: SiteRedemptionAnswer): boolean {
  if (part === 'whole') return true;
  if (!isAmount(amount ?? '')) return false;
  return toMinor(amount, redemption.currency) === toMinor(leftToReverse(redemption), redemption.currency);
}

export function reverseBody(
  values: ReverseValues,
  redemption: SiteRedemptionAnswer,
): CallBody<typeof calls.reverseRedemption> {
  const { part, amount, reason, freeSlot } = values;
  return { reason, ...(part === 'part' ? { amount } : {}), ...(reversesAll(values, redemption) ? { freeSlot } : {}) };
}

interface ReversedProps {
  readonly answer: CallAnswer<typeof calls.reverseRedemption>;
  readonly currency: Currency;
  readonly onClose: () => void;
}

function Reversed({ answer, currency, onClose }: ReversedProps) {
  const { t, format } = useLocale('redemptions');
  const id = useId();
  const money = (amount: string) => format.money(amount, currency);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id} aria-describedby={`${id}-text`}>
      <DialogTitle id={id}>{t('reversed.title')}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`}>
          {t(answer.whole ? 'reversed.whole' : 'reversed.part', { amount: money(answer.amount) })}
        </Typography>
        <Typography variant="h3" component="h3" sx={{ mt: 2.5, mb: 0.5 }}>
          {t('reversed.shares')}
        </Typography>
        {answer.entries.length === 0 && <Typography variant="quiet">{t('reversed.noShares')}</Typography>}
        <Rows
          items={answer.entries}
          keyOf={({ id: entryId }) => entryId}
          lines="none"
          sx={{ justifyContent: 'space-between', gap: 2 }}
        >
          {(entry) => (
            <>
              <span>
                {t('reversed.qr')} <span style={{ fontFamily: 'monospace' }}>{entry.qrId.slice(-6)}</span>
              </span>
              <Typography component="span" sx={{ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
                {money(entry.amount)}
              </Typography>
            </>
          )}
        </Rows>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ReverseFields(props: { form: Form<ReverseFormFields>; redemption: SiteRedemptionAnswer }) {
  const { t, format } = useLocale('redemptions');
  const { form, redemption } = props;
  const id = useId();
  const left = format.money(leftToReverse(redemption), redemption.currency);
  const touch = { minHeight: 44 };
  return (
    <>
      <FormControl>
        <FormLabel id={`${id}-much`}>{t('reverse.much')}</FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-much`}
          value={form.typed.part}
          onChange={(_, part) => form.change('part', part)}
        >
          <FormControlLabel
            value="whole"
            control={<Radio />}
            label={t(redemption.reversedAt === null ? 'reverse.whole' : 'reverse.rest', { amount: left })}
            sx={touch}
          />
          {canReverseInPart(redemption) && (
            <FormControlLabel value="part" control={<Radio />} label={t('reverse.part')} sx={touch} />
          )}
        </RadioGroup>
      </FormControl>
      {form.typed.part === 'part' && (
        <FormField
          form={form}
          name="amount"
          label={t('reverse.amount', { symbol: currencySymbol(redemption.currency) })}
          required
          autoFocus
          helperText={t('reverse.atMost', { left })}
        />
      )}
      <FormField form={form} name="reason" label={t('reverse.reason')} required helperText={t('reverse.reasonHelp')} />
      {reversesAll(form.values, redemption) && (
        <FormControl>
          <CheckField
            checked={form.typed.freeSlot}
            onChange={(freeSlot) => form.change('freeSlot', freeSlot)}
            slotProps={{ input: { 'aria-describedby': `${id}-slot` } }}
            label={t('reverse.freeSlot')}
          />
          <FormHelperText id={`${id}-slot`} sx={{ mt: 0, ml: 4 }}>
            {t('reverse.freeSlotHelp')}
          </FormHelperText>
        </FormControl>
      )}
      <Alert severity="info" icon={false}>
        {t('reverse.note')}
      </Alert>
    </>
  );
}

interface Props {
  readonly redemption: SiteRedemptionAnswer;
  readonly onClose: () => void;
}

export function ReverseDialog({ redemption, onClose }: Props) {
  const { t, format } = useLocale('redemptions');
  const client = useQueryClient();
  const [reversed, setReversed] = useState<CallAnswer<typeof calls.reverseRedemption> | null>(null);
  const form = useForm({
    fields: REVERSE_FIELDS,
    initial: EMPTY_FORM,
    call: calls.reverseRedemption,
    body: (values) => reverseBody(values, redemption),
    check: (values) => checkPart(values, redemption),
    params: { redemptionId: redemption.id },
    onSuccess: async (answer) => {
      // Ledger, balances and totals change as well. Awaited, so that the list behind the dialog is up to date.
      await client.invalidateQueries();
      setReversed(answer);
    },
    failed: t('reverse.failed'),
  });
  if (reversed !== null) return <Reversed answer={reversed} currency={redemption.currency} onClose={onClose} />;
  return (
    <FormDialog
      title={t('reverse.title')}
      subtitle={t('reverse.subtitle', {
        benefit: format.benefit(redemption.benefitTerms),
        name: format.person(redemption.customerName),
        amount: format.money(redemption.saleAmount, redemption.currency),
      })}
      submitLabel={t('reverse.submit')}
      form={form}
      onClose={onClose}
    >
      <ReverseFields form={form} redemption={redemption} />
    </FormDialog>
  );
}
