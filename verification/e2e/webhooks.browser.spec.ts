import { Receiver } from '@perktree/webhook-service/testing/receiver';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { useFurnishedProduct } from './support/use-product.ts';

const running = useFurnishedProduct({ WEBHOOK_ALLOW_PRIVATE: '1' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.open();
});
afterAll(() => receiver.close());

async function openAsOwner(viewport: typeof DESKTOP, language: 'en' | 'es'): Promise<Page> {
  const { page, context } = await openWindow(running.browser, running.product.url, viewport, {
    serviceWorkers: 'block',
  });
  await context.request.post('/api/auth/login', { data: demoAccount('owner') });
  await page.goto('/account');
  await page.evaluate((tag) => localStorage.setItem('language', tag), language);
  await page.reload();
  return page;
}

it('an owner adds an endpoint, tests it, sees request and answer, and sends again', async () => {
  const page = await openAsOwner(DESKTOP, 'en');
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add endpoint' });
  await dialog.getByLabel('Address').fill('ftp://here');
  await dialog.getByLabel('All events').uncheck();
  await dialog.getByLabel('All sites').uncheck();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  // Names all wrong fields at once.
  await dialog.getByText('Enter a link that starts with http:// or https://.').waitFor();
  await dialog.getByText('Choose at least one event.').waitFor();
  await dialog.getByText('Choose at least one site.').waitFor();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('All sites').check();
  await dialog.getByLabel('scan.created').check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Your signing secret' });
  await expect.poll(() => shown.locator('code').innerText()).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: 'I have copied the secret' }).click();

  const item = page.getByRole('listitem').filter({ hasText: receiver.url });
  await item.getByText('scan.created · All sites').waitFor();
  receiver.answers.push(500);
  await item.getByRole('button', { name: `Send a test event to ${receiver.url}` }).click();
  const log = page.getByRole('dialog', { name: 'Deliveries' });
  await expect.poll(() => receiver.messages.map(({ body }) => body.type)).toEqual(['webhook.test']);
  await expect
    .poll(async () => {
      await log.getByRole('button', { name: 'Refresh' }).click();
      return log.getByText('Answered 500').count();
    })
    .toBe(1);
  await log.getByText('Request and answer').click();
  await log.locator('code').getByText('"type":"webhook.test"').waitFor();
  await log.getByRole('button', { name: /^Send webhook.test at position \d+ again$/ }).click();
  await expect.poll(() => receiver.messages.length).toBe(2);
  await expect
    .poll(async () => {
      await log.getByRole('button', { name: 'Refresh' }).click();
      return log.getByText('Answered 204').count();
    })
    .toBe(1);
});

it('an owner replays what was counted, edits, rotates and removes, on a phone in Spanish', async () => {
  const page = await openAsOwner(PHONE, 'es');
  await page.goto('/webhooks');
  const url = `${receiver.url}/es`;
  await page.getByRole('button', { name: 'Añadir endpoint' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Añadir endpoint' });
  await dialog.getByLabel('Dirección').fill(url);
  await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'Tu secreto de firma' });
  const secret = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: 'He copiado el secreto' }).click();

  const before = receiver.messages.length;
  await page.getByRole('button', { name: `Repetir eventos a ${url}` }).click();
  const replay = page.getByRole('dialog', { name: 'Repetir eventos' });
  await replay.getByRole('button', { name: 'Contar eventos' }).click();
  const counted = await replay.getByText(/^Se entregarán de nuevo \d+ eventos\.$/).innerText();
  expect(receiver.messages.length).toBe(before);
  await replay.getByRole('button', { name: 'Repetir', exact: true }).click();
  const count = Number(/\d+/.exec(counted)?.[0]);
  await expect.poll(() => receiver.messages.length).toBe(before + count);

  await page.getByRole('button', { name: `Editar ${url}` }).click();
  const edit = page.getByRole('dialog', { name: 'Editar endpoint' });
  await edit.getByLabel('Todos los sitios, también los futuros').uncheck();
  await edit.getByRole('combobox', { name: 'Añadir un sitio' }).click();
  await page.getByRole('option').first().click();
  await edit.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Todos los eventos · 1 sitio').waitFor();

  await page.getByRole('button', { name: `Rotar el secreto de ${url}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotar', exact: true }).click();
  await expect.poll(() => shown.locator('code').innerText()).not.toBe(secret);
  await shown.getByRole('button', { name: 'He copiado el secreto' }).click();
  await page.getByRole('button', { name: `Eliminar ${url}` }).click();
  await page.getByRole('button', { name: 'Eliminar endpoint' }).click();
  await expect.poll(() => page.getByText(url).count()).toBe(0);
});
