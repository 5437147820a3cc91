import { DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import type { Business } from './furnish.ts';
import { button, choices, menuItem, type State, tab, within } from './states.ts';
import { stub } from './stub.ts';

/** A page to look at, and what can be opened on it, one after another. */
export interface View {
  readonly path: string;
  readonly states?: readonly State[];
}

/** Pages on which nothing is opened. */
const bare = (...paths: string[]): readonly View[] => paths.map((path) => ({ path }));
const profile = button('profile menu', 'common:userMenu.open');
const erase = button('delete dialog', 'account:delete.open');
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
const qrDialogs = (name: string): readonly State[] => {
  const more = ['qr-management:menu.open', { name }] as const;
  return [
    button('more menu', ...more),
    button('split dialog', 'qr-management:row.split'),
    button('sibling dialog', 'qr-management:row.sibling'),
    button('edit dialog', 'qr-management:row.edit'),
    menuItem('display dialog', more, 'qr-management:menu.show'),
  ];
};
/** The drawer is there on a phone only; where the sidebar stands open there is no button for it. */
const drawer: State = {
  name: 'drawer',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('shell:openMenu'), exact: true }).click();
    await page.getByRole('dialog').waitFor();
  },
};
const typedWrongCode: State = {
  name: 'refused code',
  open: async (page, t) => {
    await page.getByLabel(t('staff-validation:form.code')).fill('ZZZ-999');
    await page.getByRole('button', { name: t('staff-validation:form.validate'), exact: true }).click();
    await page.getByText(t('staff-validation:toast.failed'), { exact: true }).first().waitFor();
  },
};
const wrongPassword: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByLabel(t('accounts:field.email')).fill('nobody@example.test');
    await page.getByLabel(t('accounts:field.password')).fill('not the password');
    await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

const commonPassword: State = {
  name: 'refused password',
  open: async (page, t) => {
    await page.getByLabel(t('accounts:field.email')).fill('nobody@example.test');
    await page.getByLabel(t('accounts:field.password')).fill('qwertyuiop');
    await page.getByRole('button', { name: t('accounts:register.submit'), exact: true }).click();
    await page.locator('[aria-invalid=true]').waitFor();
  },
};
const unknownLink: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByLabel(t('accounts:reset.field')).fill('a new long password');
    await page.getByRole('button', { name: t('accounts:reset.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

const unknownVerification: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('accounts:verify.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

const unknownUnsubscription: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('accounts:unsubscribe.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

const unknownPairing: State = {
  name: 'refused',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('api-keys:device.submit'), exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
};

/** What is opened at a webhook endpoint, each at one of its own. */
const endpointDialogs = (['deliveries', 'replay', 'edit'] as const).map(
  (name): State => ({
    name: `${name} dialog`,
    open: async (page, t) => {
      const url = `https://hooks.example/${name}`;
      await page.request.post('/api/webhook-endpoints', { data: { url, eventTypes: ['*'], siteIds: null } });
      await page.reload();
      await page
        .getByRole('button', { name: t(`webhooks:${name}Label`, { url }), exact: true })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  }),
);

/** Refused before it is sent: a wrong password would count. */
const shortPassword: State = {
  name: 'refused password',
  open: async (page, t) => {
    const form = page.getByRole('region', { name: t('account:password.title'), exact: true });
    await form.getByLabel(t('account:password.current'), { exact: true }).fill('correct horse battery');
    await form.getByLabel(t('account:password.next'), { exact: true }).fill('short');
    await form.getByRole('button', { name: t('account:password.submit'), exact: true }).click();
    await page.locator('[aria-invalid=true]').waitFor();
  },
};

/** Asked by an account with a second factor, which nobody of the demo has. */
const oneTimeCode: State = {
  name: 'one-time code',
  open: async (page, t) => {
    const body = { message: '', code: 'SECOND_FACTOR_REQUIRED' };
    const undo = await stub(page, { method: 'POST', path: '/api/auth/login', status: 401, body });
    await page.getByLabel(t('accounts:field.email')).fill('nobody@example.test');
    await page.getByLabel(t('accounts:field.password')).fill('a long password');
    await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
    await page.getByLabel(t('accounts:code.authenticator')).waitFor();
    await undo();
  },
};
/** What is begun is asked for by nobody. */
const secondFactor: State = {
  name: 'second factor dialog',
  open: async (page, t) => {
    await page.getByRole('button', { name: t('account:factor.setUp'), exact: true }).click();
    await page.getByRole('dialog').getByLabel(t('account:factor.password')).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: t('account:factor.next'), exact: true }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  },
};

/** Every route for everybody: of the demo business, and, as `new …`, of accounts that have nothing yet. */
export function viewsOf(business: Business): Readonly<Record<string, readonly View[]>> {
  const { siteId, redemptionId, offer, full, expired, invitation, checkout } = business;
  const site = `/qr-management?site=${siteId}`;
  const demoTree = qrDialogs('Summer Campaign');
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
      { path: '/qr-management', states: demoTree },
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
      { path: '/staff-validation', states: [typedWrongCode] },
      { path: '/account' },
      { path: '/mobile-scanner' },
    ],
    owner: [
      { path: '/', states: [drawer, profile] },
      {
        path: '/webhooks',
        states: [button('create endpoint dialog', 'webhooks:create'), ...endpointDialogs],
      },
      {
        path: '/api-keys',
        states: [button('create key dialog', 'api-keys:create'), button('pair device dialog', 'api-keys:pair')],
      },
      {
        path: '/files',
        states: [
          {
            name: 'file',
            open: async (page, t) => {
              await page.request.get('/api/me/export?wait=0');
              await page.getByText(t('files:status.done')).first().waitFor();
            },
          },
        ],
      },
      { path: '/qr-management', states: [choices('site choices', 'qr-management:selectSite')] },
      {
        path: site,
        states: [
          ...demoTree,
          menuItem(
            'design dialog',
            ['qr-management:menu.open', { name: 'Summer Campaign' }],
            'qr-management:menu.design',
          ),
          menuItem(
            'deactivate dialog',
            ['qr-management:menu.open', { name: 'Summer Campaign' }],
            'qr-management:command.deactivate.menu',
          ),
          choices('benefit choices', 'qr:field.type'),
        ],
      },
      { path: `/qr-management/print?site=${siteId}` },
      { path: `/qr-management/tree?site=${siteId}` },
      { path: `/qr-management/bulk?site=${siteId}` },
      { path: '/qr-management/bulk' },
      {
        path: '/sites',
        states: [
          button('create dialog', 'sites:create.open'),
          button('configure dialog', 'sites:card.configure'),
          button('staff dialog', 'sites:card.staffOf', { name: 'Corner Café' }),
          within(
            button('staff dialog', 'sites:card.staffOf', { name: 'Corner Café' }),
            button('remove dialog', 'sites:staff.remove', { name: 'Staff Demo' }),
          ),
          button('stats dialog', 'sites:card.statsOf', { name: 'Corner Café' }),
        ],
      },
      {
        path: `/sites/${siteId}/redemptions`,
        states: [
          {
            name: 'reverse dialog',
            open: async (page, t) => {
              // One that staff confirmed: only those are reversed in part.
              const rows = page.locator('[id^=redemption-]').filter({ hasNotText: t('redemptions:via.self') });
              await rows.getByRole('button').first().click();
              await page.getByRole('radio', { name: t('redemptions:reverse.part') }).check();
            },
          },
        ],
      },
      {
        path: `/sites/${siteId}/audit`,
        states: [
          choices('rules', 'audit:whatIf.rule'),
          {
            name: 'statement',
            open: async (page, t) => {
              await page.getByRole('button', { name: t('statement:make'), exact: true }).click();
              await page.getByRole('button', { name: t('statement:pdfLabel') }).waitFor();
            },
          },
          {
            name: 'what if',
            open: async (page, t) => {
              await page.getByRole('button', { name: t('audit:whatIf.submit'), exact: true }).click();
              await page
                .getByRole('region', { name: t('audit:whatIf.title') })
                .getByRole('table')
                .waitFor();
            },
          },
        ],
      },
      {
        path: `/sites/${siteId}/history`,
        states: [
          {
            name: 'comparison',
            open: async (page, t) => {
              await page.getByRole('switch', { name: t('site-history:compare') }).click();
              await page.getByRole('heading', { name: t('site-history:changes.title') }).waitFor();
            },
          },
        ],
      },
      {
        path: `/sites/${siteId}/brand`,
        states: [
          {
            name: 'corrected colour',
            open: async (page, t) => {
              await page.getByRole('textbox', { name: t('brand:colour'), exact: true }).fill('#ffcc00');
              await page.getByRole('status').getByText('#856a00').waitFor();
            },
          },
        ],
      },
      {
        path: `/sites/${siteId}/flags`,
        states: [
          {
            name: 'evidence',
            open: (page, t) =>
              page
                .getByRole('button', { name: t('flags:evidence.show') })
                .first()
                .click(),
          },
        ],
      },
      {
        path: '/payouts',
        states: [
          button('generate dialog', 'payouts:generate.open'),
          {
            name: 'paid dialog',
            open: async (page, t) => {
              await page.getByRole('main').locator('[aria-haspopup=menu]').first().click();
              await page.getByRole('menuitem', { name: t('payouts:action.paid.menu') }).click();
              await page.getByRole('dialog').waitFor();
            },
          },
        ],
      },
      {
        path: '/support',
        states: [
          {
            name: 'found',
            open: async (page, t) => {
              await page.getByRole('searchbox').first().fill('e');
              await page.getByRole('button', { name: t('support:search.submit'), exact: true }).click();
              await page.getByRole('list', { name: t('support:search.found') }).waitFor();
            },
          },
        ],
      },
      {
        path: `/support/redemption/${redemptionId}`,
        states: [button('note dialog', 'support:dispute.action.answer')],
      },
      { path: '/staff-validation', states: [] },
      { path: '/subscription', states: [button('downgrade dialog', 'subscription:plan.free.button')] },
      { path: `/checkout/${checkout}` },
      { path: '/account', states: [erase, button('sessions dialog', 'account:sessions.button')] },
    ],
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
