import CheckCircle from '@mui/icons-material/CheckCircle';
import { Button, Card, Stack, Typography } from '@mui/material';
import type { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { personName } from '@perktree/contracts/kernel/person-name';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { Row } from './row.tsx';

export type ConfirmedRedemption = Partial<NonNullable<CallAnswer<typeof calls.staffRedeem>['redemption']>>;

/** The button takes the focus, because the form that had it is gone: Enter begins the next redemption. */
export function Confirmation({ redemption, onAnother }: { redemption: ConfirmedRedemption; onAnother: () => void }) {
  const { t, i18n } = useTranslation('counter');
  const [correcting, setCorrecting] = useState(false);
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
          value={
            redemption.benefitTerms
              ? benefitLabel(redemption.benefitTerms, i18n.language)
              : t('confirmed.benefitDefault')
          }
        />
        <Row
          name={t('confirmed.customer')}
          value={personName(redemption.customerName ?? '', i18n.language) || t('confirmed.customerDefault')}
        />
        {saleAmount && currency && (
          <Row isLarge isWhole name={t('confirmed.sale')} value={formatMoney(saleAmount, currency, i18n.language)} />
        )}
      </Stack>
      {id && saleAmount && currency && (
        <Button color="inherit" onClick={() => setCorrecting(true)} sx={{ mb: 2 }}>
          {t('correct.open')}
        </Button>
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
      {correcting && id && saleAmount && currency && (
        <CorrectDialog
          redemption={{ redemptionId: id, saleAmount, currency }}
          onClose={() => setCorrecting(false)}
          onDone={onAnother}
        />
      )}
    </Card>
  );
}
