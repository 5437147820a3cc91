import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { LookedUpScan } from '@perktree/contracts/scan/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Columns } from '../../kit/columns.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { errorText, isRefusal } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { AmountForm } from './amount-form.tsx';
import { CodeForm } from './code-form.tsx';
import { Confirmation, type Redemption } from './confirmation.tsx';
import type { CustomerSecret } from './counter-text.ts';
import { forgetDraft } from './draft.ts';
import { RecentValidations } from './recent-redemptions.tsx';
import { Refusal } from './refusal.tsx';
import { useSecondStep } from './use-second-step.ts';

/** The code, then what it stands for and the amount, then the confirmation. */
type Step =
  | { readonly kind: 'code' }
  | { readonly kind: 'amount'; readonly scan: LookedUpScan; readonly secret: CustomerSecret }
  | { readonly kind: 'confirmed'; readonly redemption: Redemption };

export default function StaffValidationPage() {
  const { t } = useTranslation('staff-validation');
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
    forgetDraft();
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
    if (!answer.success) return refuse(t('toast.failed'), answer.message);
    setRefusal(null);
    forgetDraft();
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
        <RecentValidations />
      </Columns>
    </>
  );
}
