import { calls } from '@perktree/contracts/catalogue/calls';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import { useApi } from '../../lib/use-api.ts';

/**
 * The commission rule of a tree's site.
 * @param siteId null for a distributor, who may read it only by a QR
 * @param qrId empty until the tree has loaded
 */
export function useRule(siteId: string | null, qrId: string): RuleChoice | undefined {
  const ofSite = useApi(
    calls.siteConfiguration,
    { params: { siteId: siteId ?? '' } },
    { enabled: siteId !== null && siteId !== '' },
  );
  const own = useApi(calls.ownSiteConfig, { params: { qrId } }, { enabled: siteId === null && qrId !== '' });
  return (siteId === null ? own : ofSite).data?.commissionRule;
}
