import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import type { Currency } from '@perktree/contracts/kernel/money';
import type { LedgerEntry } from '@perktree/contracts/ledger/movements';
import type { StoredEvent } from '@perktree/event-store/port';

/** The party and period of a statement: events from `from` on and before `to` (ISO 8601, UTC). */
export interface StatementAsked {
  readonly about: { readonly kind: 'distributor' | 'site'; readonly id: string };
  readonly from: string;
  readonly to: string;
  /** Of the times on the paper. Default UTC. */
  readonly timeZone?: string;
  /** The fingerprint of the statement that ends where this one begins; absent: none is named. */
  readonly predecessor?: string | null;
  /** The period is not over. Default: it ends now or later. */
  readonly isRunning?: boolean;
}

interface Proven {
  /** From 1, in the order of the store. */
  readonly number: number;
  /** The effective time, which decides whether the event is in the period. ISO 8601 UTC. */
  readonly at: string;
}

export interface ProvenEvent extends Proven {
  readonly event: Omit<StoredEvent, 'position'>;
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
export interface StatementEntry extends Omit<LedgerEntry, 'minor'> {
  /** Of the event that has it. */
  readonly number: number;
  readonly at: string;
  readonly siteId: string;
  readonly redemptionId: string;
  readonly currency: Currency;
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

/** An event that counts later than its own clock by more than the bound. */
export interface MovedEvent {
  readonly number: number;
  readonly at: string;
  readonly recordedAt: string;
}

/** A text outside the events, whose salted hash the event of that number has: the reference of a payout, or its correction. */
export interface ShownText {
  readonly number: number;
  readonly text: string;
  /** Hexadecimal. */
  readonly salt: string;
}

/**
 * What a file says that proves itself: scripts/verify-statement.mjs needs nothing else. The file of a site holds whole events, the file
 * of a distributor only the parts that the distributor may read. Its format, to the byte, and what earlier versions had:
 * docs/reference/statement-format.md.
 */
export interface Statement {
  readonly format: 'perktree-statement';
  readonly version: 7;
  readonly about: StatementAsked['about'];
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly createdAt: string;
  /** The last position that it knows, while the period is not over; null: the statement is final. */
  readonly until: string | null;
  readonly predecessor: string | null;
  readonly clocks: { readonly boundSeconds: number; readonly moved: readonly MovedEvent[] };
  readonly doesNotProve: readonly string[];
  /** Events of the period, and the earlier events that they depend on. */
  readonly events: readonly ProvenEvent[] | readonly DisclosedEvent[];
  readonly texts: readonly ShownText[];
  readonly totals: readonly StatementTotal[];
  readonly head: SignedHead;
  /** The hash of each largest subtree without one of the events, from left to right; hexadecimal. */
  readonly proof: readonly string[];
  readonly publicKey: string;
  /** Ed25519, base64, of the fingerprint of all of the above. */
  readonly seal: string;
}

export type Scalar = string | number | boolean | null;
/** A value with the numbers of columns in the stead of its scalars. */
export type Outline = number | readonly Outline[] | { readonly [name: string]: Outline };
/** A value for each event of a group. */
export type StatementColumn =
  | { readonly same: Scalar }
  | { readonly list: readonly Scalar[] }
  /** Each less the one before it. */
  | { readonly steps: readonly number[] }
  /** The same of times, in milliseconds since 1970. */
  | { readonly times: readonly number[] }
  /** 16 bytes of each, together in base64. */
  | { readonly uuids: string }
  /** 32 bytes of each. */
  | { readonly hashes: string }
  /** Few values, and the place of each event's. */
  | { readonly values: StatementColumn; readonly at: readonly number[] }
  /** The same, with the places of an earlier column. */
  | { readonly values: StatementColumn; readonly as: number }
  /** Ids that derive from texts and earlier columns. */
  | { readonly derived: readonly (string | number)[] };

export interface PackedEvents {
  readonly groups: readonly { readonly columns: readonly StatementColumn[]; readonly outline: Outline }[];
  /** The group of each event. */
  readonly of: readonly number[];
}

export interface StatementFile extends Omit<Statement, 'events' | 'proof'> {
  readonly events: PackedEvents;
  /** The hashes together, in base64. */
  readonly proof: string;
}

/** A statement with its file, and the entries that follow from its events. */
export interface MadeStatement {
  readonly statement: Statement;
  readonly file: StatementFile;
  readonly entries: readonly StatementEntry[];
  /** Hexadecimal. */
  readonly fingerprint: string;
}
