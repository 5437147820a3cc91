import { deriveUuid } from '@perktree/command-service/engine/derive-uuid';
import { systemCommandContext } from '@perktree/command-service/http/command-context';
import { executeWithNote } from '@perktree/command-service/http/execute-with-note';
import { decideGeneratePayout } from '@perktree/command-service/payout/decisions/settle-balance';
import { decideMarkPaid } from '@perktree/command-service/payout/decisions/settle-payout';
import { payoutsDecider } from '@perktree/command-service/payout/decisions/state';
import { settleInSteps, withoutNotes } from '@perktree/command-service/payout/settle-in-steps';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { streams } from '@perktree/contracts/catalogue/streams';
import { type Currency, toMinor } from '@perktree/contracts/kernel/money';
import type { Sandbox } from './sandbox.ts';

interface Entry {
  readonly entryId: string;
  readonly amountMinor: bigint;
  readonly maturesAt: string;
}

/** Payouts of the generated history: created by the same decider as live ones, then marked as paid by hand. */
export class PastPayouts {
  private position = 0n;
  /** By site and distributor, oldest first. Entries in a payout are not removed, because the decider skips them. */
  private readonly entries = new Map<string, { siteId: string; distributorId: string; list: Entry[] }>();

  constructor(private readonly sandbox: Sandbox) {}

  /** Pays the entries that have matured at the sandbox's time. @param minimum decimal string */
  async settle(site: { siteId: string; tenantId: string; currency: Currency }, minimum: string): Promise<void> {
    await this.catchUp();
    const now = this.sandbox.now.toISOString();
    for (const { siteId, distributorId, list } of this.entries.values()) {
      if (siteId !== site.siteId) continue;
      await this.payOne(
        { ...site, distributorId },
        list.filter(({ maturesAt }) => maturesAt <= now),
        minimum,
      );
    }
  }

  private async payOne(
    place: { siteId: string; tenantId: string; currency: Currency; distributorId: string },
    entries: readonly Entry[],
    minimum: string,
  ): Promise<void> {
    const { deps, now } = this.sandbox;
    const { siteId, tenantId, currency, distributorId } = place;
    const day = now.toISOString().slice(0, 10);
    const month = day.slice(0, 7);
    const payoutId = deriveUuid('past payout', siteId, distributorId, day);
    const context = (commandName: string) =>
      systemCommandContext({ commandName, cause: `${commandName} ${payoutId}`, clock: deps.clock });
    const stream = streams.payouts(siteId, distributorId);
    const { state } = await settleInSteps({
      execute: withoutNotes(deps.handler),
      stream,
      context: context('GeneratePayouts'),
      firstCommandId: payoutId,
      decide: (payouts, combinedId) =>
        decideGeneratePayout(payouts, {
          payoutId,
          combinedId,
          siteId,
          tenantId,
          distributorId,
          currency,
          entries,
          settlement: 'by_hand',
          minimumMinor: toMinor(minimum, currency),
        }),
    });
    if (!state.payouts.has(payoutId)) return;
    const noteId = deriveUuid('past payout reference', payoutId);
    await executeWithNote(
      { handler: deps.handler, notes: deps.accounts },
      {
        stream,
        decider: payoutsDecider,
        context: context('MarkPayoutPaid'),
        decide: (payouts, note) => decideMarkPaid(payouts, { payoutId, tenantId, ...note, providerTransfers: false }),
      },
      { noteId, authorId: 'system', about: [distributorId], text: `Bank transfer ${month}` },
    );
  }

  private async catchUp(): Promise<void> {
    for (const event of await this.sandbox.store.readAll(this.position, 1_000_000)) {
      this.position = event.position;
      const { fact } = decodeEvent(event);
      if (fact.type !== 'BenefitRedeemed' && fact.type !== 'RedemptionReversed') continue;
      const { siteId, currency, maturesAt, shares } = fact.data;
      for (const { ownerId, entryId, amount } of shares) {
        const key = `${siteId}:${ownerId}`;
        const own = this.entries.get(key) ?? { siteId, distributorId: ownerId, list: [] };
        own.list.push({ entryId, amountMinor: toMinor(amount, currency), maturesAt });
        this.entries.set(key, own);
      }
    }
  }
}
