import { drawer, erase, profile, qrDialogs } from './common-states.ts';
import type { Business } from './furnish.ts';
import { button, choices, menuItem, type State, type View, within } from './states.ts';

/** Dialogs of webhook endpoints; each dialog creates its own endpoint. */
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

/** The pages of the owner of the demo business. */
export function ownerViews({ siteId, redemptionId, checkout }: Business): readonly View[] {
  const site = `/qr-management?site=${siteId}`;
  return [
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
        ...qrDialogs('Summer Campaign'),
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
            // Only redemptions that staff confirmed can be reversed in part.
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
  ];
}
