import type { EventData } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { parseRedemptionCode } from '@perktree/contracts/redemption/code';
import { limitByKey } from '@perktree/platform/limit-by-key';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { findScanByCode } from '../scan/find-scan.ts';
import type { Site } from '../site/decisions/state.ts';
import { missRedemptionCode, refuseLocked, staffCodesDecider } from './decisions/staff-codes.ts';

/**
 * Finds the scan of a code that a till has sent. Unknown codes lock the till at this site, as they lock staff.
 * @throws Refused CODE_ENTRY_NOT_ALLOWED, CODE_ENTRY_LOCKED, UNKNOWN_REDEMPTION_CODE
 */
type FindScanOfTill = (
  handler: CommandHandler,
  site: Site,
  typed: string,
  context: CommandContext,
) => Promise<EventData<'QrScanned'>>;

export function createFindScanOfTill(): FindScanOfTill {
  // Serialize per till, because concurrent guesses would bypass the lock.
  const oneAtATime = limitByKey(1);

  const find: FindScanOfTill = async (handler, site, typed, context) => {
    if (!site.configuration.staffCanRedeemWithCode) throw new Refused('CODE_ENTRY_NOT_ALLOWED');
    const { siteId, tenantId } = site;
    const { now, actor } = context;
    const stream = streams.staffCodes(siteId, actor.id);
    refuseLocked((await handler.load(stream, staffCodesDecider)).state, now);
    const code = parseRedemptionCode(typed);
    if (code === null) throw new Refused('UNKNOWN_REDEMPTION_CODE');
    const scan = await findScanByCode(handler, siteId, code);
    if (scan !== null) return scan;
    await handler.execute({
      stream,
      decider: staffCodesDecider,
      context,
      decide: (state) => missRedemptionCode(state, { siteId, tenantId, staffId: actor.id, now }),
    });
    throw new Refused('UNKNOWN_REDEMPTION_CODE');
  };

  return (handler, site, typed, context) => oneAtATime(context.actor.id, () => find(handler, site, typed, context));
}
