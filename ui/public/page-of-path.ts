import { tokenOfSegment } from '../lib/token.ts';
import type { OfferKind } from '../scan/link-pages/offer.ts';

export interface LinkPagePath {
  readonly page: 'link';
  readonly kind: OfferKind;
  readonly token: string;
}
export type PublicPage = { readonly page: 'landing' } | LinkPagePath;

/** `/scan/customer/{token}`, `/scan/distributor/{token}`, else the landing page. */
export function pageOfPath(path: string): PublicPage {
  const [, scan, kind, token = ''] = path.split('/');
  if (scan !== 'scan' || (kind !== 'customer' && kind !== 'distributor')) return { page: 'landing' };
  return { page: 'link', kind, token: tokenOfSegment(token) };
}

/** Pages for visitors without a session, which the small bundle has. */
export const ACCOUNT_PATHS = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/unsubscribe',
  '/pair-device',
] as const;
export type AccountPath = (typeof ACCOUNT_PATHS)[number];

/** Null: the path is another page's. */
export function accountPathOf(path: string): AccountPath | null {
  const known = path.toLowerCase().replace(/\/$/, '');
  return ACCOUNT_PATHS.find((one) => one === known) ?? null;
}
