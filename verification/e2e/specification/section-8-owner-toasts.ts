import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { cancelDialog } from '../support/screens.ts';
import { SITE_NAME } from '../support/shop.ts';
import { refusal, type Stub } from '../support/stub.ts';
import { type ToastRow, testToastRows } from '../support/toast-rows.ts';
import { useVisits } from '../support/visits.ts';

/** Toasts of Subscription, Sites and Config, word for word. */
const visits = useVisits();
const SAID = 'What the server says.';
const post = (path: string, answer: Omit<Stub, 'method' | 'path'>): readonly Stub[] => [
  { method: 'POST', path, ...answer },
];

const upgrade = (page: Page) => page.getByRole('button', { name: 'Upgrade to Ultra' }).click();
const subscriptionRows: readonly ToastRow[] = [
  {
    ...{ area: 'Subscription', title: 'Subscription Error', text: SAID },
    ...{ answers: post('/api/create-subscription', refusal(500, SAID)), make: upgrade },
  },
  {
    ...{
      area: 'Subscription success',
      title: 'Subscription Started',
      text: 'Redirecting to payment...',
      tone: 'plain',
    },
    // An anchor on the same page, so that the toast stays visible.
    ...{ answers: post('/api/create-subscription', { body: { url: '/subscription#payment' } }), make: upgrade },
    also: (page) => page.waitForURL('**/subscription#payment'),
  },
];

const createSite = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Create Site' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Site' });
  await dialog.getByRole('textbox', { name: 'Site name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create Site' }).click();
};
const configure = async (page: Page) => {
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: SITE_NAME }) });
  await card.getByRole('button', { name: 'Configure' }).click();
  await page.getByRole('dialog').getByText('Policy Settings').waitFor();
  await page.getByRole('button', { name: 'Save Configuration' }).click();
};
const isClosed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
const siteRows: readonly ToastRow[] = [
  {
    ...{ area: 'Sites', title: 'Error creating site', text: SAID },
    ...{ answers: post('/api/sites', refusal(500, SAID)), make: createSite('Market'), also: cancelDialog },
  },
  {
    ...{ area: 'Sites success', title: 'Site Created', text: 'Your new site has been created successfully.' },
    ...{ tone: 'plain', at: '/sites', make: createSite('Market Hall'), also: isClosed },
  },
  {
    ...{ area: 'Config', title: 'Error updating configuration', text: SAID },
    ...{ answers: [{ method: 'PUT', path: '/config', ...refusal(500, SAID) }], make: configure, also: cancelDialog },
  },
  {
    ...{ area: 'Config success', title: 'Configuration Updated' },
    text: 'Site configuration has been saved successfully.',
    ...{ tone: 'plain', make: configure, also: isClosed },
  },
];

describe('on the width of a desktop', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visits.page('owner');
  });
  testToastRows(
    () => page,
    () => '/subscription',
    subscriptionRows,
  );
  testToastRows(
    () => page,
    () => '/sites',
    siteRows,
  );

  it('and nothing broke on the way', () => expect(visits.pageErrors()).toEqual([]));
});
