import { monthIn } from '@perktree/contracts/kernel/time-zone';

/** How long evidence of payments has to be kept, in years from the end of the calendar year (docs/reference/accounts.md). */
interface Retention {
  readonly country: string;
  readonly years: number;
  /** Time zones of the country. */
  readonly zones: readonly string[];
}

const RETENTIONS: readonly Retention[] = [
  { country: 'AT', years: 7, zones: ['Europe/Vienna'] },
  { country: 'BE', years: 10, zones: ['Europe/Brussels'] },
  { country: 'CH', years: 10, zones: ['Europe/Zurich'] },
  { country: 'DE', years: 8, zones: ['Europe/Berlin', 'Europe/Busingen'] },
  { country: 'DK', years: 5, zones: ['Europe/Copenhagen'] },
  { country: 'ES', years: 6, zones: ['Europe/Madrid', 'Atlantic/Canary', 'Africa/Ceuta'] },
  { country: 'FR', years: 10, zones: ['Europe/Paris'] },
  { country: 'GB', years: 6, zones: ['Europe/London', 'Europe/Belfast'] },
  { country: 'IE', years: 6, zones: ['Europe/Dublin'] },
  { country: 'IT', years: 10, zones: ['Europe/Rome'] },
  { country: 'NL', years: 7, zones: ['Europe/Amsterdam'] },
  { country: 'PL', years: 5, zones: ['Europe/Warsaw'] },
  { country: 'PT', years: 10, zones: ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores'] },
  { country: 'SE', years: 7, zones: ['Europe/Stockholm'] },
];

/** The longest of the table: for other countries, and for UTC, which says nothing of a country. */
export const DEFAULT_EVIDENCE_YEARS = 10;

const YEARS_IN = new Map(RETENTIONS.flatMap(({ years, zones }) => zones.map((zone) => [zone, years] as const)));

/**
 * Until when the evidence of a payment is kept: its reference, and the name of its payee.
 * @param timeZone of the site, which says in which country it is
 * @param paidAt ISO 8601 UTC
 * @param years of the installation; null: those of the country
 * @returns ISO 8601 UTC: the end of a calendar year, which is counted from that of the payment where the site is
 */
export function evidenceUntil(timeZone: string, paidAt: string, years: number | null): string {
  const kept = years ?? YEARS_IN.get(timeZone) ?? DEFAULT_EVIDENCE_YEARS;
  const year = Number(monthIn(timeZone, Date.parse(paidAt)).slice(0, 4));
  return new Date(Date.UTC(year + 1 + kept, 0, 1)).toISOString();
}
