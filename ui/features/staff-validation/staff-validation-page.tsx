import { Box } from '@mui/material';
import type { CallAnswer } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/page-header.tsx';
import { errorText } from '../../lib/api-error.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { useToast } from '../../lib/toast.tsx';
import { Confirmation, type Redemption } from './confirmation.tsx';
import { RecentValidations } from './recent-validations.tsx';
import { RedemptionForm } from './redemption-form.tsx';

export default function StaffValidationPage() {
  const { t } = useTranslation('staff-validation');
  const toast = useToast();
  const client = useQueryClient();
  const [confirmed, setConfirmed] = useState<Redemption | null>(null);
  /** The next customer waits: the form takes the focus from the button that brought it back. */
  const [again, setAgain] = useState(false);
  const answered = (answer: CallAnswer<typeof calls.staffRedeem>) => {
    if (!answer.success) {
      toast({ title: t('toast.failed'), description: answer.message, variant: 'destructive' });
      return;
    }
    setConfirmed(answer.redemption ?? {});
    toast({ title: t('toast.confirmed'), description: t('toast.confirmedText') });
    void client.invalidateQueries({ queryKey: queryKeyOf(calls.validations) });
  };
  const failed = (error: Error) =>
    toast({ title: t('toast.error'), description: errorText(error), variant: 'destructive' });
  const another = () => {
    setConfirmed(null);
    setAgain(true);
  };

  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 2, sm: 3 },
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {confirmed ? (
          <Confirmation redemption={confirmed} onAnother={another} />
        ) : (
          <RedemptionForm autoFocus={again} onAnswer={answered} onError={failed} />
        )}
        <RecentValidations />
      </Box>
    </>
  );
}
