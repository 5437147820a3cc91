import CheckCircle from '@mui/icons-material/CheckCircle';
import { Alert, Box, Button, Card, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { type Currency, currencySymbol } from '@perktree/contracts/kernel/money';
import { useId } from 'react';
import { DialogButton } from '../../kit/confirm-button.tsx';
import { FormDialog, FormField } from '../../kit/form/form.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { useLocale } from '../../lib/use-locale.ts';

/** A name and its value, readable at arm's length. A whole one, such as an amount, stays on one line. */
export function Row(props: { name: string; value: string; isLarge?: boolean; isWhole?: boolean }) {
  const { name, value, isLarge = false, isWhole = false } = props;
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
      <Typography component="dt" sx={{ color: 'text.secondary', flex: 'none', maxWidth: '50%' }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        sx={{
          m: 0,
          fontSize: isLarge ? '1.5rem' : '1rem',
          fontWeight: 700,
          lineHeight: 1.25,
          textAlign: 'right',
          ...(isWhole ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }),
        }}
      >
        <bdi>{value}</bdi>
      </Typography>
    </Box>
  );
}

interface Correctable {
  readonly redemptionId: string;
  readonly saleAmount: string;
  readonly currency: Currency;
}

const CHANGES = ['amount', 'customer', 'cancelled'] as const;

/** Lowers the sale amount of a redemption, or undoes it. The owner sees who did it, when and why. */
export function CorrectDialog(props: {
  redemption: Correctable;
  onClose: () => void;
  onDone: (whole: boolean) => void;
}) {
  const { t, format } = useLocale('counter');
  const { redemptionId, saleAmount, currency } = props.redemption;
  const form = useForm({
    fields: { change: 'choice', saleAmount: 'decimal' },
    initial: { change: 'amount', saleAmount: '' },
    call: calls.correctRedemption,
    params: { redemptionId },
    body: (values) => ({
      reason: t(`correct.reason.${values.change as (typeof CHANGES)[number]}`),
      saleAmount: values.change === 'amount' ? (values.saleAmount as string) : null,
    }),
    check: (values) =>
      values.change === 'amount' && values.saleAmount === undefined ? { saleAmount: { code: 'REQUIRED' } } : {},
    refusals: { CORRECTION_NOT_LOWER: ['saleAmount'] },
    done: ({ whole }) => ({ title: whole ? t('correct.undone') : t('correct.corrected') }),
    changes: [calls.validations],
    onSuccess: ({ whole }) => props.onDone(whole),
  });
  const isAmount = form.typed.change === 'amount';
  return (
    <FormDialog
      title={t('correct.title')}
      subtitle={t('correct.subtitle', { amount: format.money(saleAmount, currency) })}
      submitLabel={isAmount ? t('correct.save') : t('correct.undo')}
      form={form}
      destructive={!isAmount}
      onClose={props.onClose}
    >
      <RadioGroup
        aria-label={t('correct.title')}
        value={form.typed.change}
        onChange={(_, value) => form.change('change', value)}
      >
        {CHANGES.map((change) => (
          <FormControlLabel key={change} value={change} control={<Radio />} label={t(`correct.${change}`)} />
        ))}
      </RadioGroup>
      {isAmount && (
        <FormField
          form={form}
          name="saleAmount"
          label={t('correct.rightAmount', { currency: currencySymbol(currency) })}
          autoComplete="off"
        />
      )}
      {!isAmount && <Alert severity="info">{t('correct.undoHint')}</Alert>}
    </FormDialog>
  );
}

export type ConfirmedRedemption = Partial<NonNullable<CallAnswer<typeof calls.staffRedeem>['redemption']>>;

/** The button takes the focus, because the form that had it is gone: Enter begins the next redemption. */
export function Confirmation({ redemption, onAnother }: { redemption: ConfirmedRedemption; onAnother: () => void }) {
  const { t, format } = useLocale('counter');
  const titleId = useId();
  const { id, saleAmount, currency } = redemption;
  return (
    // Readable at arm's length, with the button under the thumb and above the notification.
    <Card
      component="section"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: { xs: 'calc(100dvh - 310px)', lg: 0 },
        p: { xs: 3, sm: 4 },
        textAlign: 'center',
        border: '3px solid',
        borderColor: 'primary.main',
      }}
    >
      <CheckCircle aria-hidden="true" sx={{ fontSize: 96, color: 'primary.main', mx: 'auto' }} />
      <Typography variant="h1" component="h2" id={titleId} sx={{ mt: 1, fontSize: '2rem', color: 'primary.dark' }}>
        {t('confirmed.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{t('confirmed.text')}</Typography>
      <Stack
        component="dl"
        spacing={1.25}
        sx={{ my: 3, p: 2, borderRadius: '12px', bgcolor: 'primary.light', textAlign: 'left', mx: 0 }}
      >
        <Row
          isLarge
          name={t('confirmed.benefit')}
          value={redemption.benefitTerms ? format.benefit(redemption.benefitTerms) : t('confirmed.benefitDefault')}
        />
        <Row
          name={t('confirmed.customer')}
          value={format.person(redemption.customerName ?? '') || t('confirmed.customerDefault')}
        />
        {saleAmount && currency && (
          <Row isLarge isWhole name={t('confirmed.sale')} value={format.money(saleAmount, currency)} />
        )}
      </Stack>
      {id && saleAmount && currency && (
        <DialogButton
          color="inherit"
          sx={{ mb: 2 }}
          dialog={(close) => (
            <CorrectDialog redemption={{ redemptionId: id, saleAmount, currency }} onClose={close} onDone={onAnother} />
          )}
        >
          {t('correct.open')}
        </DialogButton>
      )}
      <Button
        variant="contained"
        size="large"
        fullWidth
        autoFocus
        aria-describedby={titleId}
        onClick={onAnother}
        sx={{ mt: 'auto', minHeight: 56 }}
      >
        {t('confirmed.another')}
      </Button>
    </Card>
  );
}
