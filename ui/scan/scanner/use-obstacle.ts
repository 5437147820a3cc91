import { calls } from '@perktree/contracts/catalogue/calls';
import { useTranslation } from 'react-i18next';
import { type OfferObstacle, offerObstacle } from '../../lib/public/offer-obstacle.ts';
import { useNow } from '../../lib/public/time-left.ts';
import { useApi } from '../../lib/use-api.ts';
import type { ScanResult } from './scan-state.ts';

type Obstacle = OfferObstacle | NonNullable<ScanResult['redeemObstacle']>;

/**
 * Why the user cannot redeem or claim a scanned QR code. Unknown if the offer cannot be loaded: then the server gives
 * the reason on the attempt.
 */
export function useObstacle(result: ScanResult): {
  readonly isPending: boolean;
  readonly obstacle: Obstacle | null;
} {
  const info = useApi(result.intent === 'customer' ? calls.customerScanInfo : calls.distributorScanInfo, {
    params: { token: result.token },
  });
  const now = useNow();
  const offer = info.data?.qr;
  const ofOffer = offer ? offerObstacle(offer, now) : null;
  const obstacle = ofOffer === 'expired' ? ofOffer : (result.redeemObstacle ?? ofOffer);
  return { isPending: info.isPending, obstacle };
}

export function useObstacleText(): (obstacle: Obstacle, intent: ScanResult['intent']) => string {
  const { t } = useTranslation(['scanner', 'link-pages']);
  return (obstacle, intent) => {
    switch (obstacle) {
      case 'expired':
        return t(`link-pages:${intent}.expiredNotice`);
      case 'full':
        return t(`link-pages:${intent}.fullNotice`);
      case 'mine':
        return t('result.mine');
      case 'redeemed':
        return t('result.redeemed');
      case 'own_share':
        return t('result.ownShare');
      case 'inactive':
        return t(
          intent === 'customer' ? 'link-pages:customer.inactiveNotice' : 'link-pages:distributor.obstacle.inactive',
        );
      default:
        return t(`link-pages:distributor.obstacle.${obstacle}`);
    }
  };
}
