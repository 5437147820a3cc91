import {
  commonPassword,
  oneTimeCode,
  secondFactor,
  shortPassword,
  unknownLink,
  unknownPairing,
  unknownUnsubscription,
  unknownVerification,
  wrongPassword,
} from './account-states.ts';
import { drawer, erase, profile, qrDialogs } from './common-states.ts';
import type { Business } from './furnish.ts';
import { ownerViews } from './owner-views.ts';
import { button, type State, tab, type View } from './states.ts';

/** Views without states. */
const bare = (...paths: string[]): readonly View[] => paths.map((path) => ({ path }));
const camera = { path: '/mobile-scanner', states: [button('camera dialog', 'scanner:scan.start')] };
const scanner: View = {
  path: '/mobile-scanner',
  states: [
    profile,
    button('camera dialog', 'scanner:scan.start'),
    tab('scans tab', 'scanner:tabs.scans'),
    tab('codes tab', 'scanner:tabs.qrCodes'),
  ],
};
const refusedCode: State = {
  name: 'refused code',
  open: async (page, t) => {
    await page.getByLabel(t('staff-validation:form.code')).fill('ZZZ-999');
    await page.getByRole('button', { name: t('staff-validation:form.validate'), exact: true }).click();
    await page.getByText(t('staff-validation:toast.failed'), { exact: true }).first().waitFor();
  },
};

/** Every route by role: in the demo business and, as `new …`, for accounts without data. */
export function viewsOf(business: Business): Readonly<Record<string, readonly View[]>> {
  const { offer, full, expired, invitation } = business;
  const linkPages = [
    { path: `/scan/customer/${full.customer}` },
    { path: `/scan/distributor/${full.distributor}` },
    { path: `/scan/customer/${expired.customer}` },
    { path: `/scan/distributor/${expired.distributor}` },
  ];
  return {
    'signed out': [
      { path: '/' },
      { path: '/login', states: [wrongPassword, oneTimeCode] },
      { path: '/register', states: [commonPassword] },
      { path: '/forgot-password' },
      { path: '/verify-email#unknown', states: [unknownVerification] },
      { path: '/verify-email' },
      { path: '/unsubscribe#unknown', states: [unknownUnsubscription] },
      { path: '/unsubscribe' },
      { path: '/reset-password#unknown', states: [unknownLink] },
      { path: '/reset-password' },
      { path: '/pair-device#unknown', states: [unknownPairing] },
      { path: '/pair-device' },
      {
        path: '/mobile-scanner',
        states: [...camera.states, tab('scans', 'scanner:tabs.scans'), tab('codes', 'scanner:tabs.qrCodes')],
      },
      { path: `/mobile-scanner?token=${offer.customer}` },
      { path: `/mobile-scanner?token=${offer.distributor}` },
      { path: '/mobile-scanner?token=unknown' },
      { path: `/scan/customer/${offer.customer}` },
      { path: `/scan/distributor/${offer.distributor}` },
      ...linkPages,
      { path: '/scan/customer/unknown' },
      { path: '/scan/distributor/' },
      { path: `/staff-invitations/${invitation}` },
      { path: '/nowhere' },
    ],
    customer: [
      scanner,
      {
        path: `/mobile-scanner?token=${offer.customer}`,
        states: [
          {
            name: 'code dialog',
            open: async (page, t) => {
              await page
                .getByRole('button', { name: t('redemption-code:show') })
                .first()
                .click();
              await page.getByRole('dialog').getByRole('img').waitFor();
            },
          },
        ],
      },
      { path: '/my-scans', states: [drawer] },
      { path: '/earnings' },
      { path: '/account', states: [profile, shortPassword, secondFactor, erase] },
      {
        path: `/scan/customer/${offer.customer}`,
        states: [button('confirm dialog', 'link-pages:customer.redeem')],
      },
      { path: `/scan/distributor/${offer.distributor}` },
      { path: `/staff-invitations/${invitation}` },
      { path: '/nowhere' },
    ],
    distributor: [
      { path: '/', states: [drawer] },
      { path: '/qr-management', states: qrDialogs('Summer Campaign') },
      { path: '/qr-management/print' },
      { path: '/payouts' },
      { path: '/account' },
      {
        path: '/mobile-scanner',
        states: [
          tab('codes', 'scanner:tabs.qrCodes'),
          button('codes menu', 'scanner:qrCodes.more', { name: 'Summer Campaign' }),
          button('codes split', 'scanner:qrCodes.splitOf', { name: 'Summer Campaign' }),
        ],
      },
      {
        path: `/mobile-scanner?token=${offer.distributor}`,
        states: [button('claim dialog', 'scanner:result.claim')],
      },
      {
        path: `/scan/distributor/${offer.distributor}`,
        states: [button('claim dialog', 'link-pages:distributor.claim')],
      },
    ],
    staff: [
      { path: '/' },
      { path: '/staff-validation', states: [refusedCode] },
      { path: '/account' },
      { path: '/mobile-scanner' },
    ],
    owner: ownerViews(business),
    superadmin: [
      { path: '/', states: [profile] },
      { path: '/audit' },
      { path: '/support' },
      { path: '/admin/queues' },
      {
        path: '/admin/projections',
        states: [button('rebuild dialog', 'projections:rebuild.label', { target: 'scans' })],
      },
      { path: '/account' },
      { path: '/mobile-scanner' },
    ],
    'new business': bare('/', '/qr-management', '/sites', '/payouts', '/staff-validation', '/subscription'),
    'new distributor': bare('/', '/qr-management', '/payouts', '/qr-management/print'),
    'new customer': bare('/my-scans', '/earnings'),
  };
}
