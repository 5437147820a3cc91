import type { EventData } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { CodeTaken, codeReservationDecider, reserveCode } from './decisions/code-reservation.ts';
import { expectScan } from './find-scan.ts';
import type { NewRedemptionCode } from './redemption-code.ts';

/** With a million open scans at a site, the chance that all tries fail is below 10^-50. */
const MAX_TRIES = 20;

/**
 * Reserves a code that no other open scan of the site has, until the scan expires. If a concurrent request opens the scan
 * first, the code stays unused until then.
 * @throws Refused TOO_MUCH_CONTENTION if no free code was found
 */
export async function reserveNewCode(
  { handler, newCode }: { readonly handler: CommandHandler; readonly newCode: NewRedemptionCode },
  holder: Omit<EventData<'RedemptionCodeReserved'>, 'code'>,
  context: CommandContext,
): Promise<string> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const code = newCode();
    try {
      const stream = streams.redemptionCode(holder.siteId, code);
      await handler.execute({
        stream,
        decider: codeReservationDecider,
        decide: (state) => reserveCode(state, { ...holder, code }, context.now),
        context,
        isNew: true,
      });
      expectScan(stream, holder.scanId);
      return code;
    } catch (error) {
      if (!(error instanceof CodeTaken)) throw error;
    }
  }
  throw new Refused('TOO_MUCH_CONTENTION');
}
