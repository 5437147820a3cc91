import type { Accounts, NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { toMinor } from '@perktree/contracts/kernel/money';
import type { EventStore } from '@perktree/event-store/port';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import type { Site } from '../site/decisions/state.ts';
import type { PayoutLimits } from './decisions/funding-limits.ts';
import { decideGeneratePayout } from './decisions/settle-balance.ts';
import { entryCountOf, type Payout, payoutsFold } from './decisions/state.ts';
import { type EarnedEntries, earnedBy, readEarnedEntries } from './earned-entries.ts';
import { findPayables, type Payable } from './payables.ts';
import type { PayoutPlaces } from './payout-places.ts';
import { recordNames } from './record-payee.ts';
import { settleInSteps, withoutNotes } from './settle-in-steps.ts';

/** Longer than answers are kept for idempotency keys. */
const REPEATED_WITHIN_MS = 3 * DAY_MS;
const STREAMS_AT_ONCE = 16;

export interface GenerateDeps {
  readonly handler: CommandHandler;
  readonly store: Pick<EventStore, 'readStream'>;
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly pool: Pool;
  readonly places: PayoutPlaces;
  readonly accounts: Pick<Accounts, 'erasedAmong' | 'displayNames'> & NoteTexts;
  readonly clock: () => Date;
  readonly payoutLimits: PayoutLimits;
}

export interface GeneratedPayout extends Payout {
  readonly entryCount: number;
}

export interface Generated {
  readonly payouts: readonly GeneratedPayout[];
  /** Of the newest payout. */
  readonly position: bigint | undefined;
}

/**
 * Generates a payout for each distributor and currency whose balance reaches the site's minimum. The read model finds
 * payable entries, their events say what was earned, and each distributor's stream decides. A repeated command generates no
 * further payouts and returns the same ones, also after a crash in between.
 * @throws Refused READ_MODEL_BEHIND; LEDGER_DIFFERS after the payouts of the distributors whose rows are right
 */
export async function generatePayouts(
  deps: GenerateDeps,
  command: {
    readonly site: Site;
    readonly settlement: 'by_hand' | 'provider';
    /** Automatic payouts skip erased distributors, whose balance the owner settles by hand. */
    readonly isAutomatic: boolean;
    /** Skips entries that matured later, ISO 8601 UTC. */
    readonly maturedBy: string;
    readonly context: CommandContext;
  },
): Promise<Generated> {
  const { site, context } = command;
  const { all, erased } = await findDue(deps, { ...command, now: context.now });
  const payables = command.isAutomatic ? all.filter(({ distributorId }) => !erased.has(distributorId)) : all;
  const wanted = [...payables, ...(await alreadyGenerated(deps.places, site, context, payables))];
  const earned = await readEarnedEntries(
    deps,
    payables.flatMap(({ rows }) => rows),
  );
  const payees = new Set(payables.map(({ distributorId }) => distributorId).filter((id) => !erased.has(id)));
  await recordNames(deps, [...payees]);
  const settlementOf = (distributorId: string) => (erased.has(distributorId) ? 'by_hand' : command.settlement);
  const limit = pLimit(STREAMS_AT_ONCE);
  // Settle all: a distributor whose payout fails does not keep the others from theirs.
  const settled = await Promise.allSettled(
    wanted.map((payable) =>
      limit(() => generateOne(deps, { ...command, settlement: settlementOf(payable.distributorId), earned }, payable)),
    ),
  );
  const results = settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  return {
    payouts: results.flatMap(({ payouts }) => payouts),
    position: results.reduce<bigint | undefined>((newest, { position }) => later(newest, position), undefined),
  };
}

/**
 * The payouts that `generatePayouts` would generate for an owner now, decided as it decides them. Stores nothing.
 * @throws Refused as `generatePayouts` does
 */
export async function previewPayouts(
  deps: GenerateDeps,
  command: { readonly site: Site; readonly settlement: Payout['settlement']; readonly now: string },
): Promise<readonly Pick<Payout, 'amount' | 'currency'>[]> {
  const { site, settlement, now: maturedBy } = command;
  const { siteId, tenantId } = site;
  const { all } = await findDue(deps, { ...command, maturedBy });
  const earned = await readEarnedEntries(
    deps,
    all.flatMap(({ rows }) => rows),
  );
  const none = deriveUuid('payout preview', siteId);
  const decided = await pLimit(STREAMS_AT_ONCE).map(all, async ({ distributorId, currency, rows }) => {
    const payee = { siteId, tenantId, distributorId, currency };
    const entries = earnedBy(earned, { ...payee, rows, maturedBy }, deps.logger);
    const minimumMinor = toMinor(site.configuration.minimumPayout, currency);
    const { state } = await deps.handler.load(streams.payouts(siteId, distributorId), payoutsFold);
    const command = { ...payee, payoutId: none, combinedId: none, entries, settlement, minimumMinor };
    return decideGeneratePayout(state, command, Number.POSITIVE_INFINITY);
  });
  return decided.flat().flatMap(({ type, data }) => (type === 'PayoutGenerated' ? [data] : []));
}

/** All that can be payable of a site, by rows of the read model, and which of its distributors are erased. */
async function findDue(
  { places, pool, accounts, payoutLimits }: GenerateDeps,
  due: {
    readonly site: Site;
    readonly settlement: Payout['settlement'];
    readonly maturedBy: string;
    readonly now: string;
  },
) {
  await places.upToDate();
  const earnedUntil = due.settlement === 'provider' ? heldUntil(due.now, payoutLimits) : null;
  const all = await findPayables(pool, due.site.siteId, due.maturedBy, { earnedUntil });
  const erased = await accounts.erasedAmong([...new Set(all.map(({ distributorId }) => distributorId))]);
  return { all, erased };
}

/** Payouts by the provider leave out shares that are younger, so that the owner can reverse invented sales. */
function heldUntil(now: string, { minimumHoldDays }: PayoutLimits): string {
  return new Date(Date.parse(now) - minimumHoldDays * DAY_MS).toISOString();
}

async function generateOne(
  { handler, logger }: GenerateDeps,
  command: Parameters<typeof generatePayouts>[1] & { readonly earned: EarnedEntries },
  { distributorId, currency, rows }: Payable,
): Promise<Generated> {
  const { site, settlement, context, maturedBy } = command;
  const { siteId, tenantId } = site;
  const entries = earnedBy(command.earned, { siteId, distributorId, currency, rows, maturedBy }, logger);
  const payoutId = payoutIdOf(context, distributorId, currency);
  const minimumMinor = toMinor(site.configuration.minimumPayout, currency);
  const payee = { siteId, tenantId, distributorId, currency };
  const { state, position } = await settleInSteps({
    execute: withoutNotes(handler),
    context,
    firstCommandId: payoutId,
    stream: streams.payouts(siteId, distributorId),
    decide: (payouts, combinedId) =>
      decideGeneratePayout(payouts, { ...payee, payoutId, entries, settlement, minimumMinor, combinedId }),
  });
  const payout = state.payouts.get(payoutId);
  return { payouts: payout ? [{ ...payout, entryCount: entryCountOf(state, payout.entryIds) }] : [], position };
}

function payoutIdOf({ commandId }: CommandContext, distributorId: string, currency: string): string {
  return deriveUuid('payout', commandId, distributorId, currency);
}

/** Distributors for which an earlier attempt of this command has generated a payout, so that they have no payable entries. */
async function alreadyGenerated(
  places: PayoutPlaces,
  { siteId, currency }: Site,
  context: CommandContext,
  payables: readonly Payable[],
): Promise<readonly Payable[]> {
  const since = new Date(Date.parse(context.now) - REPEATED_WITHIN_MS).toISOString();
  const recent = await places.since(siteId, since);
  return recent
    .filter(({ payoutId, distributorId }) => payoutId === payoutIdOf(context, distributorId, currency))
    .filter(({ distributorId }) => !payables.some((payable) => payable.distributorId === distributorId))
    .map(({ distributorId }) => ({ distributorId, currency, rows: [] }));
}

function later(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}
