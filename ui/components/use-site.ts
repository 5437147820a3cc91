import { calls } from '@perktree/contracts/http/calls';
import type { SiteAnswer } from '@perktree/contracts/http/sites';
import { useApiList } from '../lib/use-api.ts';

/** A site of the signed-in person by its id. Undefined while it is not known, or where it is not theirs. */
export function useSite(siteId: string): SiteAnswer | undefined {
  return useApiList(calls.listSites, {}).data?.find(({ id }) => id === siteId);
}
