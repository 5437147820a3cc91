import { afterEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { giveLink } from '../testing/links.ts';
import { newLink, openPublicPage } from '../testing/open-public-page.tsx';

const emulate = (media: string) =>
  (cdp() as unknown as { send(method: string, params: object): Promise<unknown> }).send('Emulation.setEmulatedMedia', {
    media,
  });
afterEach(async () => {
  await emulate('');
  delete document.documentElement.dataset.theme;
});

it('the page of an offer is dark on white on paper, where a person has chosen the dark theme, too', async () => {
  giveLink('customer', 'customer');
  await openPublicPage(newLink('customer'));
  const { dataset } = document.documentElement;
  const text = () => getComputedStyle(document.body).color;
  dataset.theme = 'light';
  const light = text();
  dataset.theme = 'dark';
  expect(text()).not.toBe(light);
  await emulate('print');
  await expect.poll(text).toBe(light);
});
