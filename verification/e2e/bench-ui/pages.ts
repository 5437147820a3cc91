import { type Account, type Business, demoAccount } from '../support/furnish.ts';
import { Person } from '../support/person.ts';

/** The measured people and how each gets an account; null: signed out. */
export const peopleOf = (origin: string): Readonly<Record<string, () => Promise<Account | null>>> => ({
  ...Object.fromEntries(
    ['customer', 'distributor', 'staff', 'owner', 'superadmin'].map((name) => [name, async () => demoAccount(name)]),
  ),
  'new business': () => Person.register(origin, 'Newcomer', 'business'),
  'new distributor': () => Person.register(origin, 'Newcomer', 'distributor'),
  'new customer': () => Person.register(origin, 'Newcomer', 'customer'),
  'signed out': async () => null,
});

/** Every route of each person in the demo business; `new …` have no data. */
export function pagesOf(business: Business): Readonly<Record<string, readonly string[]>> {
  const { siteId, redemptionId, offer, full, expired, invitation, checkout } = business;
  const linkPages = (links: Business['offer']) => [
    `/scan/customer/${links.customer}`,
    `/scan/distributor/${links.distributor}`,
  ];
  return {
    'signed out': [
      ...['/', '/login', '/register', '/forgot-password', '/verify-email#unknown', '/verify-email'],
      ...['/unsubscribe#unknown', '/unsubscribe', '/reset-password#unknown', '/reset-password'],
      ...['/pair-device#unknown', '/pair-device', '/mobile-scanner', `/mobile-scanner?token=${offer.customer}`],
      ...[`/mobile-scanner?token=${offer.distributor}`, '/mobile-scanner?token=unknown'],
      ...[offer, full, expired].flatMap(linkPages),
      ...['/scan/customer/unknown', '/scan/distributor/', `/staff-invitations/${invitation}`, '/nowhere'],
    ],
    customer: [
      ...['/mobile-scanner', `/mobile-scanner?token=${offer.customer}`, '/my-scans', '/earnings', '/account'],
      ...[...linkPages(offer), `/staff-invitations/${invitation}`, '/nowhere'],
    ],
    distributor: [
      ...['/', '/qr-management', '/qr-management/print', '/payouts', '/account', '/mobile-scanner'],
      ...[`/mobile-scanner?token=${offer.distributor}`, `/scan/distributor/${offer.distributor}`],
    ],
    staff: ['/', '/staff-validation', '/account', '/mobile-scanner'],
    owner: [
      ...['/', '/webhooks', '/api-keys', '/files', '/qr-management', `/qr-management?site=${siteId}`],
      ...[`/qr-management/print?site=${siteId}`, `/qr-management/tree?site=${siteId}`],
      ...[`/qr-management/bulk?site=${siteId}`, '/qr-management/bulk', '/sites'],
      ...['redemptions', 'audit', 'history', 'brand', 'flags'].map((screen) => `/sites/${siteId}/${screen}`),
      ...['/payouts', '/support', `/support/redemption/${redemptionId}`, '/staff-validation', '/subscription'],
      ...[`/checkout/${checkout}`, '/account'],
    ],
    superadmin: ['/', '/audit', '/support', '/admin/queues', '/admin/projections', '/account', '/mobile-scanner'],
    'new business': ['/', '/qr-management', '/sites', '/payouts', '/staff-validation', '/subscription'],
    'new distributor': ['/', '/qr-management', '/payouts', '/qr-management/print'],
    'new customer': ['/my-scans', '/earnings'],
  };
}
