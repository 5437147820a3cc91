import CheckCircle from '@mui/icons-material/CheckCircle';
import { Box, Button, Card, Stack, Typography } from '@mui/material';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { CallAnswer } from '@perktree/contracts/http/call';
import type { calls } from '@perktree/contracts/http/calls';
import { personName } from '@perktree/contracts/person-name';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/format.ts';

export type Redemption = Partial<NonNullable<CallAnswer<typeof calls.staffRedeem>['redemption']>>;

/** Takes the focus, because the form that had it is gone. */
export function Confirmation({ redemption, onAnother }: { redemption: Redemption; onAnother: () => void }) {
  const { t, i18n } = useTranslation('staff-validation');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { saleAmount, currency } = redemption;
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
      <Typography
        variant="h1"
        component="h2"
        ref={heading}
        tabIndex={-1}
        sx={{ mt: 1, outline: 0, fontSize: '2rem', color: 'primary.dark' }}
      >
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
          value={benefitLabel(redemption.benefit ?? '', i18n.language) || t('confirmed.benefitDefault')}
        />
        <Row
          name={t('confirmed.customer')}
          value={personName(redemption.customerName ?? '', i18n.language) || t('confirmed.customerDefault')}
        />
        {saleAmount && currency && (
          <Row isLarge name={t('confirmed.sale')} value={formatMoney(saleAmount, currency, i18n.language)} />
        )}
      </Stack>
      <Button variant="contained" size="large" fullWidth onClick={onAnother} sx={{ mt: 'auto', minHeight: 56 }}>
        {t('confirmed.another')}
      </Button>
    </Card>
  );
}

function Row({ name, value, isLarge = false }: { name: string; value: string; isLarge?: boolean }) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
      <Typography component="dt" sx={{ color: 'text.secondary' }}>
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
          overflowWrap: 'anywhere',
        }}
      >
        {value}
      </Typography>
    </Box>
  );
}
