import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { parseRedemptionCode } from '@perktree/contracts/redemption/code';
import { limitByKey } from '@perktree/platform/limit-by-key';
import type { CommandContext } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import type { StaffSites } from '../http/lookups/staff-sites.ts';
import { findScanByCode } from '../scan/find-scan.ts';
import { counterRole, type Site, siteFold, worksAt } from '../site/decisions/state.ts';
import { lockLeftMs, missRedemptionCode, refuseLocked, staffCodesFold } from './decisions/staff-codes.ts';

type Scan = EventData<'QrScanned'>;

/**
 * Finds the scan of a code at all sites at which the staff member works and that accept codes. An unknown code counts at
 * each of them; a text that cannot be a code counts nowhere, because it is no guess.
 * @returns a function that takes the handler of the run that redeems
 * @throws Refused NOT_ALLOWED, CODE_ENTRY_NOT_ALLOWED, CODE_ENTRY_LOCKED, UNKNOWN_REDEMPTION_CODE, CODE_AMBIGUOUS
 */
export function createCodeEntry(staffSites: StaffSites) {
  // Serialize per staff member, because concurrent guesses would bypass the lock.
  const oneAtATime = limitByKey(1);

  async function find(handler: CommandHandler, typed: string, context: CommandContext): Promise<Scan> {
    const userId = context.actor.id;
    const code = parseRedemptionCode(typed);
    const known = await staffSites.of(userId);
    const found = known.length > 0 ? await search(handler, known, code, context).catch(nullIfRefused) : null;
    if (found) return found;
    // Before refusing, wait until the read model knows every site that the staff member has joined.
    const all = await staffSites.freshOf(userId);
    const foundElsewhere = await search(handler, all, code, context);
    if (foundElsewhere) return foundElsewhere;
    if (code !== null) await recordMisses(handler, await openCounters(handler, all, context), context);
    throw new Refused('UNKNOWN_REDEMPTION_CODE');
  }

  async function search(
    handler: CommandHandler,
    siteIds: readonly string[],
    code: string | null,
    context: CommandContext,
  ): Promise<Scan | null> {
    // All streams are read in one round trip; those of sites that refuse the caller are not looked at.
    const [counters, scans] = await Promise.all([
      openCounters(handler, siteIds, context),
      Promise.all(code === null ? [] : siteIds.map((siteId) => findScanByCode(handler, siteId, code))),
    ]);
    const open = new Set(counters.map(({ siteId }) => siteId));
    const found = scans.filter((scan) => scan !== null);
    return unambiguousScan(
      found.filter(({ siteId }) => open.has(siteId)),
      context.now,
    );
  }

  /** The sites at which code entry is not locked. @throws Refused CODE_ENTRY_LOCKED if it is at all of them */
  async function openCounters(
    handler: CommandHandler,
    siteIds: readonly string[],
    { actor, now }: CommandContext,
  ): Promise<readonly Site[]> {
    const [counters, locks] = await Promise.all([
      codeCounters(handler, siteIds, actor.id),
      Promise.all(siteIds.map((siteId) => handler.load(streams.staffCodes(siteId, actor.id), staffCodesFold))),
    ]);
    const entries = counters.flatMap((site) => {
      const state = locks[siteIds.indexOf(site.siteId)]?.state;
      return state === undefined ? [] : { site, state };
    });
    const open = entries.filter(({ state }) => lockLeftMs(state, now) <= 0);
    if (open.length > 0) return open.map(({ site }) => site);
    const [endsFirst] = entries.sort((a, b) => lockLeftMs(a.state, now) - lockLeftMs(b.state, now));
    if (endsFirst) refuseLocked(endsFirst.state, now);
    return [];
  }

  async function recordMisses(handler: CommandHandler, sites: readonly Site[], context: CommandContext): Promise<void> {
    const { id: staffId } = context.actor;
    await Promise.all(
      sites.map((site) =>
        handler.execute({
          stream: streams.staffCodes(site.siteId, staffId),
          fold: staffCodesFold,
          decide: (state) =>
            missRedemptionCode(state, { siteId: site.siteId, tenantId: site.tenantId, staffId, now: context.now }),
          context: { ...context, actor: { id: staffId, role: counterRole(site, staffId) } },
        }),
      ),
    );
  }

  return (handler: CommandHandler, typed: string, context: CommandContext) =>
    oneAtATime(context.actor.id, () => find(handler, typed, context));
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refused) return null;
  throw error;
}

/** Codes are unique among the open scans of one site, but two sites can have the same one. */
function unambiguousScan(scans: readonly Scan[], now: string): Scan | null {
  const open = scans.filter(({ expiresAt }) => Date.parse(now) < Date.parse(expiresAt));
  if (open.length > 1) throw new Refused('CODE_AMBIGUOUS');
  return open[0] ?? scans[0] ?? null;
}

/**
 * The sites at which the user may enter codes.
 * @throws Refused NOT_ALLOWED if the user works at none, CODE_ENTRY_NOT_ALLOWED if none accepts codes
 */
async function codeCounters(
  handler: CommandHandler,
  siteIds: readonly string[],
  userId: string,
): Promise<readonly Site[]> {
  const loaded = await Promise.all(siteIds.map((siteId) => handler.load(streams.site(siteId), siteFold)));
  const workplaces = loaded.map(({ state }) => state).filter((site) => worksAt(site, userId));
  if (workplaces.length === 0) throw new Refused('NOT_ALLOWED');
  const counters = workplaces.filter((site) => site.configuration.staffCanRedeemWithCode);
  if (counters.length === 0) throw new Refused('CODE_ENTRY_NOT_ALLOWED');
  return counters;
}
