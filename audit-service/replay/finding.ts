import type { FindingAnswer } from '@perktree/contracts/audit/report-calls';
import { type Difference, text, type Value } from '../explanation/difference.ts';

/** A difference between the recorded history and its replay. */
export interface Finding extends Readonly<Omit<FindingAnswer, 'position' | 'distributor'>> {
  readonly position: bigint;
  readonly siteId: string | null;
  /** The distributor whose money is concerned; null if it concerns more than one. */
  readonly distributorId: string | null;
}

/** What a finding is about, beside what differs. */
type About = Partial<Pick<Finding, 'distributorId' | 'qrId' | 'entryId'>>;

/** The checked event, as findings name it. @param recordedAt ISO 8601 UTC */
type CheckedEvent = Pick<Finding, 'eventId' | 'position' | 'stream' | 'siteId'> & { readonly recordedAt: string };

export type Note = (what: string, expected: Value, found: Value, about?: About) => void;

export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly event: CheckedEvent) {}

  readonly note: Note = (what, expected, found, about = {}) => {
    const { eventId, position, recordedAt, stream, siteId } = this.event;
    this.all.push({
      eventId,
      position,
      at: recordedAt,
      stream,
      siteId,
      what,
      distributorId: about.distributorId ?? null,
      qrId: about.qrId ?? null,
      entryId: about.entryId ?? null,
      expected: text(expected),
      found: text(found),
    });
  };

  /** Records a finding if the two differ. */
  equal(what: string, expected: Value, found: Value, about?: About): void {
    if (text(expected) !== text(found)) this.note(what, expected, found, about);
  }

  /** Adds the differences that an explanation found. @param ownerOf the earner of a QR of the event */
  add(differences: readonly Difference[], ownerOf: (qrId: string) => string | null = () => null): void {
    for (const { what, qrId, recorded, computed } of differences) {
      this.note(what, computed, recorded, { qrId, distributorId: qrId === null ? null : ownerOf(qrId) });
    }
  }
}
