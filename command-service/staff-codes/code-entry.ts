import type { EventData } from '@perktree/contracts/events/catalogue';
import { Refused } from '@perktree/contracts/refusals';
import { streams } from '@perktree/contracts/streams';
import { semaphoreByKey } from '@perktree/platform/semaphore';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import type { Site } from '../domain/site/state.ts';
import { lockLeftMs, missRedemptionCode, refuseLocked, staffCodesDecider } from '../domain/staff-codes/decider.ts';
import type { StaffSites } from '../lookups/staff-sites.ts';
import { findScanByCode } from '../redemption/find-scan.ts';
import { parseRedemptionCode } from '../scan/redemption-code.ts';
import { codeCounters, counterRole } from './counter.ts';

type Scan = EventData<'QrScanned'>;

/** Finds the scan of a code that a staff member types. */
export interface CodeEntry {
  /**
   * A code is looked for at every site that the member works at and that takes codes. A wrong one is a miss at each.
   * @throws Refused NOT_ALLOWED, CODE_ENTRY_NOT_ALLOWED, CODE_ENTRY_LOCKED, UNKNOWN_REDEMPTION_CODE, CODE_AMBIGUOUS
   */
  find(typed: string, context: CommandContext): Promise<Scan>;
}

export function createCodeEntry({
  handler,
  staffSites,
}: {
  readonly handler: CommandHandler;
  readonly staffSites: StaffSites;
}): CodeEntry {
  // Guesses that were all let in before the first of them was recorded as a miss would pass the lock.
  const oneAtATime = semaphoreByKey(1);

  async function find(typed: string, context: CommandContext): Promise<Scan> {
    const userId = context.actor.id;
    const code = parseRedemptionCode(typed);
    const known = await staffSites.of(userId);
    const found = known.length > 0 ? await search(known, code, context).catch(nullIfRefused) : null;
    if (found) return found;
    // Before anything is refused, the read model must know of every site that the member has joined.
    const all = await staffSites.freshOf(userId);
    const foundElsewhere = await search(all, code, context);
    if (foundElsewhere) return foundElsewhere;
    await recordMisses(await openCounters(all, context), context);
    throw new Refused('UNKNOWN_REDEMPTION_CODE');
  }

  async function search(
    siteIds: readonly string[],
    code: string | null,
    context: CommandContext,
  ): Promise<Scan | null> {
    const counters = await openCounters(siteIds, context);
    if (code === null) return null;
    const scans = await Promise.all(counters.map(({ siteId }) => findScanByCode(handler, siteId, code)));
    return theOne(
      scans.filter((scan) => scan !== null),
      context.now,
    );
  }

  /** The sites whose lock does not hold the member back. */
  async function openCounters(siteIds: readonly string[], { actor, now }: CommandContext): Promise<readonly Site[]> {
    const counters = await codeCounters(handler, siteIds, actor.id);
    const entries = await Promise.all(
      counters.map(async (site) => {
        const { state } = await handler.load(streams.staffCodes(site.siteId, actor.id), staffCodesDecider);
        return { site, state };
      }),
    );
    const open = entries.filter(({ state }) => lockLeftMs(state, now) <= 0);
    if (open.length > 0) return open.map(({ site }) => site);
    for (const { state } of entries.sort((a, b) => lockLeftMs(a.state, now) - lockLeftMs(b.state, now))) {
      refuseLocked(state, now);
    }
    return [];
  }

  async function recordMisses(sites: readonly Site[], context: CommandContext): Promise<void> {
    const { id: staffId } = context.actor;
    await Promise.all(
      sites.map((site) =>
        handler.execute({
          stream: streams.staffCodes(site.siteId, staffId),
          decider: staffCodesDecider,
          decide: (state) =>
            missRedemptionCode(state, {
              ...{ siteId: site.siteId, tenantId: site.tenantId, staffId },
              now: context.now,
            }),
          context: { ...context, actor: { id: staffId, role: counterRole(site, staffId) } },
        }),
      ),
    );
  }

  return { find: (typed, context) => oneAtATime(context.actor.id, () => find(typed, context)) };
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

/** Codes are unique among the open scans of one site; at several sites the same one can be open. */
function theOne(scans: readonly Scan[], now: string): Scan | null {
  const open = scans.filter(({ expiresAt }) => Date.parse(now) < Date.parse(expiresAt));
  if (open.length > 1) throw new Refused('CODE_AMBIGUOUS');
  return open[0] ?? scans[0] ?? null;
}
