import type { SignedHead } from '@perktree/contracts/http/audit-chain';
import type { Currency } from '@perktree/contracts/money';

/** The party and period of a statement: events from `from` on and before `to` (ISO 8601, UTC). */
export interface StatementAsked {
  readonly about: { readonly kind: 'distributor' | 'site'; readonly id: string };
  readonly from: string;
  readonly to: string;
  /** Of the times on the paper. Default UTC. */
  readonly timeZone?: string;
}

interface Proven {
  /** From 1, in the order of the store. */
  readonly number: number;
  /** The effective time, which decides whether the event is in the period. ISO 8601 UTC. */
  readonly at: string;
  /** The Merkle path: sibling hashes, the lowest first; hexadecimal. */
  readonly path: readonly string[];
}

/** An event with the Merkle path from its hash to the root of a signed head. */
export interface ProvenEvent extends Proven {
  readonly event: {
    readonly stream: string;
    readonly revision: number;
    readonly eventId: string;
    readonly type: string;
    readonly data: unknown;
    readonly metadata: unknown;
  };
}

/** A disclosed part, with its salt (hexadecimal). */
export interface ShownPart {
  readonly name: string;
  readonly value: unknown;
  readonly salt: string;
}

/** The parts of an event that one person may read. Withheld parts are represented by their hash (hexadecimal). */
export interface DisclosedEvent extends Proven {
  readonly parts: readonly (ShownPart | { readonly hidden: string })[];
}

/** A share that was earned, or taken back, in the period. Amounts are decimal strings. */
export interface StatementEntry {
  readonly entryId: string;
  /** Of the event that has it. */
  readonly number: number;
  readonly at: string;
  readonly siteId: string;
  readonly redemptionId: string;
  readonly qrId: string;
  readonly distributorId: string;
  readonly percent: string;
  readonly amount: string;
  readonly currency: Currency;
  readonly reversesEntryId: string | null;
}

/** What was owed when the period began, what the period added and took, and what was owed at its end. */
export interface StatementTotal {
  readonly siteId: string;
  readonly distributorId: string;
  readonly currency: Currency;
  /** Negative: more was taken back than earned. It is carried to the next payout, or written off by the site's owner. */
  readonly opening: string;
  readonly entries: number;
  readonly earned: string;
  /** Not positive. */
  readonly takenBack: string;
  readonly sum: string;
  readonly paidOut: string;
  /** Balances that the owner wrote off; negative where the distributor owed them. */
  readonly writtenOff: string;
  /** opening + sum - paidOut - writtenOff. */
  readonly closing: string;
}

/**
 * A file that proves itself: scripts/verify-statement.mjs needs nothing else. The file of a site holds whole events, the file
 * of a distributor only the parts that the distributor may read. Version 1 held whole events in both. Version 3 added balances,
 * and chooses events by effective time instead of the clocks of their commands. Version 4 has reversals that name their rule, version 6
 * a time zone: earlier ones are on paper in UTC.
 */
export interface Statement extends StatementAsked {
  readonly format: 'perktree-statement';
  readonly version: 6;
  readonly timeZone: string;
  readonly createdAt: string;
  /** Events of the period, and the earlier events that they depend on. */
  readonly events: readonly ProvenEvent[] | readonly DisclosedEvent[];
  readonly entries: readonly StatementEntry[];
  readonly totals: readonly StatementTotal[];
  readonly head: SignedHead;
  readonly publicKey: string;
  /** All of the above in signed lines, so that a verifier can name each change. */
  readonly sealed: readonly string[];
  /** Ed25519, base64, of the lines. */
  readonly seal: string;
}
