import type { SiteRedemptionAnswer } from '@perktree/contracts/http/site-reports';

export const REDEMPTION_STATES = ['redeemed', 'awaiting', 'lapsed', 'partly', 'reversed'] as const;
export type RedemptionState = (typeof REDEMPTION_STATES)[number];

export interface RedemptionFilter {
  readonly text: string;
  readonly state: RedemptionState | 'all';
}

export function stateOf(redemption: SiteRedemptionAnswer): RedemptionState {
  if (redemption.isWhollyReversed) return 'reversed';
  if (redemption.confirmation !== null) return redemption.confirmation;
  return redemption.reversedAt === null ? 'redeemed' : 'partly';
}

/** The filter that an address asks for (`?q=…&state=…`); a state that there is not is none. */
export function filterOf(query: URLSearchParams): RedemptionFilter {
  const state = REDEMPTION_STATES.find((known) => known === query.get('state')) ?? 'all';
  return { text: query.get('q') ?? '', state };
}

/** The same as an address; what does not filter is left out. */
export function queryOf({ text, state }: RedemptionFilter): URLSearchParams {
  return new URLSearchParams({ ...(text === '' ? {} : { q: text }), ...(state === 'all' ? {} : { state }) });
}

export const isFiltering = ({ text, state }: RedemptionFilter): boolean => text.trim() !== '' || state !== 'all';
