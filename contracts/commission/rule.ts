import type { Language } from '../kernel/languages.ts';
import type { Currency } from '../kernel/money.ts';

/** One QR on the way from the root (first) to the redeemed QR (last). */
export interface PathNode {
  readonly qrId: string;
  /** Null: unclaimed. */
  readonly ownerId: string | null;
  /** Decimal string, percent of the sale amount. */
  readonly percent: string;
}

/** What one claimed QR earns. */
interface Share {
  readonly qrId: string;
  readonly ownerId: string;
  /** Decimal string, percent of the sale amount. */
  readonly percent: string;
  /** In the currency's major unit, with all its decimals. */
  readonly amount: string;
}

/** Shares come root first and sum to the pool exactly. */
export interface Allocation {
  readonly pool: string;
  readonly shares: readonly Share[];
}

/** What a site's owner sets for a rule: lists of amounts in the currency's major unit, by the setting's name. */
export type RuleSettings = Readonly<Record<string, readonly string[]>>;

/** A rule and the values of its settings. */
export interface RuleChoice {
  readonly version: number;
  readonly settings: RuleSettings;
}

/** The rule of new sites, and of every site stored before a rule could be chosen. */
export const DEFAULT_COMMISSION_RULE: RuleChoice = { version: 1, settings: {} };

/** What reversals need of a redemption, in minor units. */
interface EarnedSale {
  readonly saleMinor: bigint;
  readonly shares: readonly { readonly percent: string; readonly earned: bigint }[];
}

export interface RuleTexts {
  readonly name: string;
  /** One sentence: who earns what. */
  readonly description: string;
  /** By the setting's name. */
  readonly settings: Readonly<Record<string, { readonly label: string; readonly help: string }>>;
}

/**
 * How a sale's commission is shared along a path. A version never changes once events have recorded it: a different
 * calculation is a new version.
 */
export interface CommissionRule {
  readonly version: number;
  /** Names the rule in the API, in snake case. */
  readonly name: string;
  /** What each share is computed from. Selects the wording of an explanation. */
  readonly basis: 'percent' | 'amount';
  readonly settings: readonly string[];
  readonly texts: Readonly<Record<Language, RuleTexts>>;
  /** @param saleAmount decimal string in the currency's major unit */
  allocate(path: readonly PathNode[], saleAmount: string, currency: Currency, settings: RuleSettings): Allocation;
  /** What a reversal of `reversedMinor` in all takes back of the pool in all, in minor units. */
  reversedPool(earned: EarnedSale, reversedMinor: bigint): bigint;
}
