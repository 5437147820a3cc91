import type { EventData } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { CodeTaken, codeReservationDecider, reserveCode } from '../domain/scan/code-reservation.ts';
import type { NewRedemptionCode } from './redemption-code.ts';

/** With a million open scans at one site, not one of 10^50 scans is refused for want of a free code. */
const MAX_TRIES = 20;

/**
 * A code that no other open scan of the site has, held until the scan expires. Nobody gives a code back: where the scan
 * is then opened by a request that came first, this one is of no scan until it expires.
 * @throws Refused TOO_MUCH_CONTENTION when no free code was found
 */
export async function reserveNewCode(
  { handler, newCode }: { readonly handler: CommandHandler; readonly newCode: NewRedemptionCode },
  holder: Omit<EventData<'RedemptionCodeReserved'>, 'code'>,
  context: CommandContext,
): Promise<string> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const code = newCode();
    try {
      await handler.execute({
        stream: streams.redemptionCode(holder.siteId, code),
        decider: codeReservationDecider,
        decide: (state) => reserveCode(state, { ...holder, code }, context.now),
        context,
      });
      return code;
    } catch (error) {
      if (!(error instanceof CodeTaken)) throw error;
    }
  }
  throw new Refused('TOO_MUCH_CONTENTION');
}
