import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { isWithin, type Span } from '../effective-clock.ts';
import { isOf } from '../stream-history.ts';
import type { DrawnEntry } from './draw.ts';

/** Collects the ledger entries that were earned or taken back in a period, in the order of the store. */
export class EntriesOfPeriod {
  readonly entries: DrawnEntry[] = [];

  constructor(
    private readonly span: Span,
    private readonly siteId: string,
    private readonly distributorId: string | undefined,
  ) {}

  apply(event: RecordedEvent): void {
    const { eventId, fact, metadata, position } = event;
    if (!('shares' in fact.data) || fact.data.siteId !== this.siteId || !isWithin(this.span, { position })) return;
    const { redemptionId, currency, shares } = fact.data;
    const kind = isOf(event, 'RedemptionReversed') ? 'reversed' : 'earned';
    for (const { entryId, qrId, ownerId, percent, amount } of shares) {
      if (this.distributorId !== undefined && ownerId !== this.distributorId) continue;
      this.entries.push({
        ...{ entryId, eventId, position: position.toString(), at: metadata.recordedAt, kind },
        ...{ distributorId: ownerId, qrId, redemptionId, percent, amount, currency },
      });
    }
  }
}
