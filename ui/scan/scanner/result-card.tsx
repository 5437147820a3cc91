import CheckCircle from '@mui/icons-material/CheckCircle';
import { Alert, Box, Button, Card, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { ScanAnswer } from '@perktree/contracts/scan/calls';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRestoreFocus } from '../../kit/screen-heading.tsx';
import { useAuth } from '../../lib/auth.tsx';
import { type OfferObstacle, offerObstacle } from '../../lib/public/offer-obstacle.ts';
import { useNow } from '../../lib/public/time.ts';
import { useApi } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { CodeRow } from '../../redemption/shared/code/code-row.tsx';

/** Login returns here to continue a pending redemption or claim. */
export const SCANNER_PATH = '/mobile-scanner';

/** A successful scan: the result to show, and the token to redeem or claim. */
export type ScanResult = ScanAnswer & {
  intent: 'customer' | 'distributor';
  token: string;
  qr: NonNullable<ScanAnswer['qr']>;
};

/** Null if a successful answer lacks a required field. */
export function scanResultOf(answer: ScanAnswer): ScanResult | null {
  const { intent, token, qr } = answer;
  return answer.success && intent && token && qr ? { ...answer, intent, token, qr } : null;
}

export type TabName = 'scans' | 'scanner' | 'qrCodes';

type Obstacle = OfferObstacle | NonNullable<ScanResult['redeemObstacle']>;

/**
 * Why the user cannot redeem or claim a scanned QR code. Unknown if the offer cannot be loaded: then the server gives
 * the reason on the attempt.
 */
function useObstacle(result: ScanResult): { readonly isPending: boolean; readonly obstacle: Obstacle | null } {
  const info = useApi(result.intent === 'customer' ? calls.customerScanInfo : calls.distributorScanInfo, {
    params: { token: result.token },
  });
  const now = useNow();
  const offer = info.data?.qr;
  const ofOffer = offer ? offerObstacle(offer, now) : null;
  const obstacle = ofOffer === 'expired' ? ofOffer : (result.redeemObstacle ?? ofOffer);
  return { isPending: info.isPending, obstacle };
}

const OWN_TEXTS = { mine: 'result.mine', redeemed: 'result.redeemed', own_share: 'result.ownShare' } as const;

function useObstacleText(): (obstacle: Obstacle, intent: ScanResult['intent']) => string {
  const { t } = useLocale(['scanner', 'link-pages']);
  return (obstacle, intent) => {
    if (obstacle in OWN_TEXTS) return t(OWN_TEXTS[obstacle as keyof typeof OWN_TEXTS]);
    if (obstacle === 'expired' || obstacle === 'full') return t(`link-pages:${intent}.${obstacle}Notice`);
    return obstacle === 'inactive' && intent === 'customer'
      ? t('link-pages:customer.inactiveNotice')
      : t(`link-pages:distributor.obstacle.${obstacle}`);
  };
}

export function ResultCard(props: {
  result: ScanResult;
  isPending: boolean;
  onRedeem: (result: ScanResult) => void;
  onClaim: (token: string) => void;
  onClear: () => void;
}) {
  const { t, format } = useLocale('scanner');
  const { result } = props;
  const { qr } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  // The element that had the focus was removed.
  useEffect(() => heading.current?.focus(), []);
  useRestoreFocus(true);
  return (
    <Card component="section" aria-labelledby="result-title" sx={{ p: { xs: 2.5, sm: 4 }, textAlign: 'center' }}>
      <Stack spacing={2}>
        <Box>
          <CheckCircle color="success" sx={{ fontSize: 72 }} />
          <Typography id="result-title" variant="h2" ref={heading} tabIndex={-1} sx={{ fontSize: '1.5rem' }}>
            {t('result.detected')}
          </Typography>
        </Box>
        {result.intent === 'distributor' ? (
          <Found title={t('result.distributor')} site={qr.siteName} label={t('result.opportunity')}>
            {t('result.perRedemption', { percent: format.percent(qr.commissionPercent ?? '0.00') })}
          </Found>
        ) : (
          <Found title={t('result.customer')} site={qr.siteName}>
            {format.benefit(qr, 'scan')}
          </Found>
        )}
        {qr.expiresAtUtc && (
          <Typography variant="quiet">{t('result.validUntil', { date: format.dateTime(qr.expiresAtUtc) })}</Typography>
        )}
        <CodeRow
          benefit={format.benefit(qr, 'scan')}
          scan={{ ...result, expiresAtUtc: qr.expiresAtUtc }}
          awaitsConfirmation={result.awaitsConfirmation === true}
        />
        <Actions {...props} />
      </Stack>
    </Card>
  );
}

function Found(props: { title: string; site: string; label?: string; children: ReactNode }) {
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{props.title}</Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{props.site}</Typography>
      <Box sx={{ mt: 2, p: 2, borderRadius: '12px', bgcolor: 'primary.light' }}>
        {props.label && <Typography variant="body2">{props.label}</Typography>}
        <Typography
          sx={{
            fontSize: 'clamp(1.75rem, 8vw, 2.25rem)',
            fontWeight: 700,
            lineHeight: 1.25,
            color: 'primary.dark',
            overflowWrap: 'anywhere',
          }}
        >
          {props.children}
        </Typography>
      </Box>
    </Box>
  );
}

function Actions(props: Parameters<typeof ResultCard>[0]) {
  const { t } = useLocale('scanner');
  const isSignedIn = useAuth().user !== null;
  const { result, isPending } = props;
  const found = useObstacle(result);
  const textOf = useObstacleText();
  const isCustomer = result.intent === 'customer';
  const obstacle = result.awaitsConfirmation ? null : found.obstacle;
  const isOffered = obstacle === null && !(isCustomer && (result.awaitsConfirmation || result.redeemsAtCounter));
  const label = isCustomer
    ? t(isSignedIn ? 'result.redeem' : 'result.loginToRedeem')
    : t(isSignedIn ? 'result.claim' : 'result.loginToClaim');
  return (
    <Stack spacing={1.5}>
      {obstacle !== null && <Alert severity="info">{textOf(obstacle, result.intent)}</Alert>}
      {obstacle === null && result.redeemsAtCounter && !result.awaitsConfirmation && (
        <Alert severity="info">{t('result.atCounter')}</Alert>
      )}
      {isOffered && (
        <Button
          variant="contained"
          size="large"
          sx={{ minHeight: 56 }}
          loading={isPending}
          disabled={found.isPending}
          onClick={() => (isCustomer ? props.onRedeem(result) : props.onClaim(result.token))}
        >
          {label}
        </Button>
      )}
      <Button size="large" disabled={isPending} onClick={props.onClear}>
        {t('result.another')}
      </Button>
    </Stack>
  );
}
