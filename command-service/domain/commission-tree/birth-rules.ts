import { MINUTE_MS } from '@perktree/contracts/durations';
import type { NewQr, QrTerms } from '@perktree/contracts/events/commission-tree';
import type { Site } from '../site/state.ts';

/** Id and tokens of a QR that is about to be made: randomness comes with the command. */
export interface Birth {
  readonly qrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

/** The end of an issue period that starts at an instant; its length is the site's of today (domain.md 4). */
export function periodEnd(startsAt: string, site: Site): string {
  return new Date(Date.parse(startsAt) + periodLengthMs(site)).toISOString();
}

export function periodLengthMs(site: Site): number {
  return site.configuration.qrMinutesLife * MINUTE_MS;
}

/** A QR is issued when it is created. */
export function bornQr(birth: Birth, terms: QrTerms, site: Site, now: string): NewQr {
  const { qrId, customerToken, distributorToken } = birth;
  return { qrId, terms, customerToken, distributorToken, expiresAt: periodEnd(now, site) };
}
