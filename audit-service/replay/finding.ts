import type { Difference } from '../explanation/difference.ts';

/** Something that history, computed again, gives differently. */
export interface Finding {
  /** The event that is wrong; null for a row of the read model that no event has. */
  readonly eventId: string | null;
  readonly position: bigint;
  /** When the event was recorded, ISO 8601 UTC. */
  readonly at: string;
  readonly stream: string;
  readonly siteId: string | null;
  /** Whose money it is about; null where it is about no single person's. */
  readonly distributorId: string | null;
  readonly qrId: string | null;
  readonly entryId: string | null;
  /** In a few words: "amount of a share". */
  readonly what: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** What a finding is about, beside what differs. */
export interface About {
  readonly distributorId?: string | null;
  readonly qrId?: string | null;
  readonly entryId?: string | null;
}

/** The event that is looked at, as far as findings name it. */
export interface LookedAt {
  readonly position: bigint;
  /** ISO 8601 UTC. */
  readonly recordedAt: string;
  readonly eventId: string | null;
  readonly stream: string;
  readonly siteId: string | null;
}

/** Notes that something is not as it should be. */
export type Note = (what: string, expected: Value, found: Value, about?: About) => void;
type Value = string | number | bigint | boolean | null | undefined;
const text = (value: Value) => (value === null || value === undefined ? null : String(value));

/** What differs in one event, collected. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(private readonly event: LookedAt) {}

  readonly note: Note = (what, expected, found, about = {}) => {
    const { eventId, position, recordedAt, stream, siteId } = this.event;
    this.all.push({
      ...{ eventId, position, at: recordedAt, stream, siteId, what },
      distributorId: about.distributorId ?? null,
      qrId: about.qrId ?? null,
      entryId: about.entryId ?? null,
      expected: text(expected),
      found: text(found),
    });
  };

  /** Notes it where the two are not the same. */
  equal(what: string, expected: Value, found: Value, about?: About): void {
    if (text(expected) !== text(found)) this.note(what, expected, found, about);
  }

  /** Takes over what the checks of the explanation found. @param ownerOf who earns from a QR of the event */
  add(differences: readonly Difference[], ownerOf: (qrId: string) => string | null = () => null): void {
    for (const { what, qrId, recorded, computed } of differences) {
      this.note(what, computed, recorded, { qrId, distributorId: qrId === null ? null : ownerOf(qrId) });
    }
  }
}
