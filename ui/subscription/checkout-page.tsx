import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { useMutation } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { FailureAlert, LinkButton, PageHeader, QueryView } from '../kit/page.tsx';
import { callApi } from '../lib/api.ts';
import { useApi } from '../lib/use-api.ts';
import { useLocale } from '../lib/use-locale.ts';

export default function CheckoutPage() {
  const { t, format } = useLocale('subscription');
  const { sessionId = '' } = useParams();
  const request = { params: { sessionId } };
  const checkout = useApi(calls.offlineCheckout, request, { gcTime: 0 });
  const confirm = useMutation({
    mutationFn: () => callApi(calls.confirmOfflineCheckout, request),
    // A navigation: the plan is part of the user data, and all data must be read again.
    onSuccess: () => window.location.assign('/subscription'),
  });
  return (
    <Box sx={{ maxWidth: 520, mx: 'auto' }}>
      <PageHeader title={t('checkout.title')} />
      <QueryView query={checkout}>
        {({ plan, price, status }) => (
          <Card sx={{ p: { xs: 2.5, sm: 4 } }}>
            <Stack spacing={2.5}>
              <Alert severity="warning">{t('checkout.offline')}</Alert>
              <Row name={t('checkout.plan')} value={PLANS[plan].name} />
              <Row name={t('checkout.price')} value={format.money(price.toFixed(2), 'EUR')} />
              <FailureAlert error={confirm.error} />
              {status === 'confirmed' ? (
                <Alert severity="success">{t('checkout.confirmed')}</Alert>
              ) : (
                <Button
                  variant="contained"
                  size="large"
                  loading={confirm.isPending || confirm.isSuccess}
                  onClick={() => confirm.mutate()}
                >
                  {t('checkout.confirm')}
                </Button>
              )}
              <LinkButton to="/subscription" variant="text" color="inherit">
                {t('checkout.back')}
              </LinkButton>
            </Stack>
          </Card>
        )}
      </QueryView>
    </Box>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between' }}>
      <Typography sx={{ color: 'text.secondary' }}>{name}</Typography>
      <Typography sx={{ fontWeight: 650 }}>{value}</Typography>
    </Stack>
  );
}
