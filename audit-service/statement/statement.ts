import type { SignedHead } from '@perktree/contracts/http/audit-chain';
import type { Currency } from '@perktree/contracts/money';

/** Whose, and of when: from a moment on, before another one (ISO 8601, UTC). */
export interface StatementAsked {
  readonly about: { readonly kind: 'distributor' | 'site'; readonly id: string };
  readonly from: string;
  readonly to: string;
}

interface Proven {
  /** From 1, in the order of the store. */
  readonly number: number;
  /** The effective time: of the period are the events whose effective time is within it. ISO 8601 UTC. */
  readonly at: string;
  /** Neighbours on the way up, the lowest first; hexadecimal. */
  readonly path: readonly string[];
}

/** An event with what leads from its hash to the root of a signed head. */
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

/** A part that is shown, with what it is hashed with (hexadecimal). */
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
 * A file that proves itself: scripts/verify-statement.mjs needs nothing else. That of a site holds whole events, that of a
 * distributor what is the distributor's of them. Version 1 held whole events in both; before version 3 there were no balances,
 * and events were of the period by the clocks of their commands. Version 4 has reversals that name their rule.
 */
export interface Statement extends StatementAsked {
  readonly format: 'perktree-statement';
  readonly version: 4;
  readonly createdAt: string;
  /** Those of the period, and earlier ones that they build on. */
  readonly events: readonly ProvenEvent[] | readonly DisclosedEvent[];
  readonly entries: readonly StatementEntry[];
  readonly totals: readonly StatementTotal[];
  readonly head: SignedHead;
  readonly publicKey: string;
  /** All of the above in lines that are signed: so that whatever is left out, put in or moved can be named. */
  readonly sealed: readonly string[];
  /** Ed25519, base64, of the lines. */
  readonly seal: string;
}
