import Cancel from '@mui/icons-material/Cancel';
import { Button, Card, List, ListItem, ListItemText, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { LookedUpScan } from '@perktree/contracts/redemption/calls';
import type { ConfirmedRedemptionAnswer } from '@perktree/contracts/redemption/list-calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ListPanel, useServerList } from '../../kit/list/server-list.tsx';
import { Columns, PageHeader, StatusBadge } from '../../kit/page.tsx';
import { errorText, isRefusal } from '../../lib/api-error.ts';
import { newestAddress } from '../../lib/list-state.ts';
import { loginHere } from '../../lib/public/login.ts';
import { useToast } from '../../lib/toast.tsx';
import { queryKeyOf } from '../../lib/use-api.ts';
import { joined, useLocale } from '../../lib/use-locale.ts';
import { AmountForm } from './amount-form.tsx';
import { CodeForm } from './code-form.tsx';
import { Confirmation, type ConfirmedRedemption, CorrectDialog } from './confirmation.tsx';
import { type CustomerSecret, forgetCounterDraft } from './counter-text.ts';

const NAMES = { filters: ['confirmed', 'reversed'], sorts: ['newest', 'oldest'], pageLength: 20 } as const;

const redemption = (row: ConfirmedRedemptionAnswer) => <RedemptionRow row={row} />;

function RecentRedemptions() {
  const { t } = useLocale('counter');
  const list = useServerList(calls.validations, {}, NAMES);
  const title = t('recent.title');
  return (
    <ListPanel
      title={title}
      list={list}
      search={t('recent.search')}
      nameOf={(state) => t(`recent.status.${state}`)}
      empty={<Sample />}
      keyOf={(row) => row.redemptionId}
      height={68}
    >
      {redemption}
    </ListPanel>
  );
}

function Sample() {
  const { t } = useLocale('counter');
  return (
    <List disablePadding>
      <ListItem disableGutters sx={{ gap: 1.5 }}>
        <ListItemText primary={t('recent.sampleBenefit')} secondary={t('recent.sample')} />
        <StatusBadge tone="quiet" label={t('recent.status.confirmed')} />
      </ListItem>
    </List>
  );
}

function RedemptionRow({ row }: { row: ConfirmedRedemptionAnswer }) {
  const { t, format } = useLocale('counter');
  const [correcting, setCorrecting] = useState(false);
  const parts = [
    format.money(row.saleAmount, row.currency),
    format.person(row.customerName),
    row.siteName,
    format.dateTime(row.confirmedAt),
  ];
  return (
    <Stack direction="row" sx={{ columnGap: 1.5, py: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <ListItemText
        primary={format.benefit(row.benefitTerms)}
        secondary={joined(parts)}
        slotProps={{ primary: { sx: { fontWeight: 600 } } }}
        sx={{ flexBasis: 200 }}
      />
      {row.correctableUntil !== null && (
        <Button size="small" onClick={() => setCorrecting(true)} sx={{ flex: 'none' }}>
          {t('correct.open')}
        </Button>
      )}
      <StatusBadge
        tone={row.status === 'Reversed' ? 'bad' : 'good'}
        label={t(`recent.status.${row.status === 'Reversed' ? 'reversed' : 'confirmed'}`)}
      />
      {correcting && (
        <CorrectDialog redemption={row} onClose={() => setCorrecting(false)} onDone={() => setCorrecting(false)} />
      )}
    </Stack>
  );
}

/**
 * An entry of the browser's history for the second step, so that Back leads from it to the first step.
 * @param onBack called when the user has pressed Back in the second step
 */
function useSecondStep(onBack: () => void) {
  const navigate = useNavigate();
  const isEntered = useRef(false);
  const report = useEffectEvent(onBack);
  useEffect(() => {
    const onPop = () => {
      if (!isEntered.current) return;
      isEntered.current = false;
      report();
    };
    addEventListener('popstate', onPop);
    return () => {
      removeEventListener('popstate', onPop);
      // An answer that arrives on another screen stays there.
      isEntered.current = false;
    };
  }, []);
  return {
    enter() {
      isEntered.current = true;
      // The filters of the list beside it stay.
      void navigate({ search: newestAddress().toString() });
    },
    leave() {
      if (!isEntered.current) return;
      isEntered.current = false;
      void navigate(-1);
    },
  };
}

/** Shows in large text why a code was refused, until the next attempt. The toast announces it to screen readers. */
function Refusal({ message, isSignedOut }: { message: string; isSignedOut: boolean }) {
  const { t } = useLocale(['counter', 'common']);
  return (
    <Card
      component="section"
      aria-label={t('refused')}
      sx={{ p: { xs: 2.5, sm: 3 }, mb: 2, textAlign: 'center', border: '3px solid', borderColor: 'error.main' }}
    >
      <Cancel aria-hidden="true" color="error" sx={{ fontSize: 72 }} />
      <Typography component="p" sx={{ fontSize: '2rem', fontWeight: 750, lineHeight: 1.15, color: 'error.main' }}>
        {t('refused')}
      </Typography>
      <Typography sx={{ mt: 1, fontSize: '1.25rem', overflowWrap: 'anywhere' }}>{message}</Typography>
      {isSignedOut && (
        <Button variant="contained" size="large" href={loginHere()} sx={{ mt: 2 }}>
          {t('common:error.logIn')}
        </Button>
      )}
    </Card>
  );
}

/** The code, then what it stands for and the amount, then the confirmation. */
type Step =
  | { readonly kind: 'code' }
  | { readonly kind: 'amount'; readonly scan: LookedUpScan; readonly secret: CustomerSecret }
  | { readonly kind: 'confirmed'; readonly redemption: ConfirmedRedemption };

export default function CounterPage() {
  const { t } = useLocale('counter');
  const toast = useToast();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: 'code' });
  /** After the first redemption the form takes the focus. */
  const [again, setAgain] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; isSignedOut: boolean } | null>(null);
  const refuse = (title: string, message: string, isSignedOut = false) => {
    setRefusal({ message, isSignedOut });
    toast({ title, description: message, variant: 'destructive' });
  };
  const failed = (error: Error) => {
    const isSignedOut = isRefusal(error, 'NOT_SIGNED_IN');
    refuse(t('toast.error'), isSignedOut ? t('signedOut') : errorText(error), isSignedOut);
  };
  const next = () => {
    forgetCounterDraft();
    setStep({ kind: 'code' });
    setRefusal(null);
    setAgain(true);
  };
  const secondStep = useSecondStep(next);
  const back = () => {
    secondStep.leave();
    next();
  };
  const lookedUp = ({ success, message, scan }: CallAnswer<typeof calls.lookUpScan>, secret: CustomerSecret) => {
    if (!success || scan === undefined) return refuse(t('toast.failed'), message);
    setRefusal(null);
    setStep({ kind: 'amount', scan, secret });
    secondStep.enter();
  };
  const redeemed = (answer: CallAnswer<typeof calls.staffRedeem>) => {
    if (!answer.success) {
      // No other amount helps, and what the form shows of the scan is out of date.
      if (answer.code !== 'SALE_AMOUNT_TOO_HIGH') back();
      return refuse(t('toast.failed'), answer.message);
    }
    setRefusal(null);
    forgetCounterDraft();
    secondStep.leave();
    setStep({ kind: 'confirmed', redemption: answer.redemption ?? {} });
    toast({ title: t('toast.confirmed'), description: t('toast.confirmedText') });
    void client.invalidateQueries({ queryKey: queryKeyOf(calls.validations) });
  };

  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Columns>
        {step.kind === 'confirmed' ? (
          <Confirmation redemption={step.redemption} onAnother={next} />
        ) : (
          <div>
            {refusal !== null && <Refusal {...refusal} />}
            {step.kind === 'amount' ? (
              <AmountForm {...step} onAnswer={redeemed} onError={failed} onBack={back} />
            ) : (
              <CodeForm autoFocus={again} onSend={() => setRefusal(null)} onAnswer={lookedUp} onError={failed} />
            )}
          </div>
        )}
        <RecentRedemptions />
      </Columns>
    </>
  );
}
