import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { CLOCK_DISORDER_MS } from '@perktree/contracts/kernel/durations';
import type { PathQr } from './commission/calculation.ts';
import { isOf } from './stream-history.ts';

interface Change {
  readonly at: number;
  readonly isBlocked: boolean;
}

/** Which distributors were blocked on a site when, from the events of the site that are already stored. */
export class BlockedOwners {
  private readonly changes = new Map<string, Change[]>();

  apply(event: RecordedEvent): void {
    const isBlocked = isOf(event, 'DistributorBlocked');
    if (!isBlocked && !isOf(event, 'DistributorUnblocked')) return;
    const { distributorId } = event.fact.data;
    const changes = this.changes.get(distributorId) ?? [];
    this.changes.set(distributorId, [...changes, { at: Date.parse(event.metadata.recordedAt), isBlocked }]);
  }

  /** After the last stored event. */
  isBlocked(distributorId: string): boolean {
    return this.changes.get(distributorId)?.at(-1)?.isBlocked ?? false;
  }

  /**
   * The path on which a redemption earns: a QR of a blocked owner counts as unclaimed. Around the time of a block both
   * answers are correct, so the recorded owner is taken.
   * @param at of the redemption, milliseconds
   */
  earningPath(path: readonly PathQr[], recorded: readonly PathQr[], at: number): readonly PathQr[] {
    return path.map((qr) => {
      const { qrId, ownerId } = qr;
      if (ownerId === null) return qr;
      const possible = this.statesAround(ownerId, at);
      const recordedOwner = recorded.find((one) => one.qrId === qrId)?.ownerId ?? null;
      const isBlocked = possible.length > 1 ? recordedOwner === null : possible[0] === true;
      return isBlocked ? { ...qr, ownerId: null } : qr;
    });
  }

  /** Whether the distributor was blocked: the answers that a command at that time may have read. */
  private statesAround(distributorId: string, at: number): readonly boolean[] {
    const changes = this.changes.get(distributorId) ?? [];
    const states = new Set<boolean>();
    let isBlocked = false;
    for (const change of changes) {
      if (change.at >= at - CLOCK_DISORDER_MS) states.add(isBlocked);
      isBlocked = change.isBlocked;
    }
    return [...states.add(isBlocked)];
  }
}
