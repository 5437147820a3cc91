import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Columns } from '../../components/columns.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { errorText } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { Confirmation, type Redemption } from './confirmation.tsx';
import { RecentValidations } from './recent-validations.tsx';
import { RedemptionForm } from './redemption-form.tsx';
import { Refusal } from './refusal.tsx';

export default function StaffValidationPage() {
  const { t } = useTranslation('staff-validation');
  const toast = useToast();
  const client = useQueryClient();
  const [confirmed, setConfirmed] = useState<Redemption | null>(null);
  /** After 'Validate Another' the form takes the focus. */
  const [again, setAgain] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = (title: string, message: string) => {
    setRefusal(message);
    toast({ title, description: message, variant: 'destructive' });
  };
  const answered = (answer: CallAnswer<typeof calls.staffRedeem>) => {
    if (!answer.success) {
      refuse(t('toast.failed'), answer.message);
      return;
    }
    setConfirmed(answer.redemption ?? {});
    toast({ title: t('toast.confirmed'), description: t('toast.confirmedText') });
    void client.invalidateQueries({ queryKey: queryKeyOf(calls.validations) });
  };
  const failed = (error: Error) => refuse(t('toast.error'), errorText(error));
  const another = () => {
    setConfirmed(null);
    setAgain(true);
  };

  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Columns>
        {confirmed ? (
          <Confirmation redemption={confirmed} onAnother={another} />
        ) : (
          <div>
            {refusal !== null && <Refusal message={refusal} />}
            <RedemptionForm autoFocus={again} onSend={() => setRefusal(null)} onAnswer={answered} onError={failed} />
          </div>
        )}
        <RecentValidations />
      </Columns>
    </>
  );
}
