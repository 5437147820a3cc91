import { calls } from '@perktree/contracts/catalogue/calls';
import type { DeliveryAnswer, WebhookEndpointAnswer } from '@perktree/contracts/webhook/endpoint-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { dialog, press, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { asOwner, SITE } from '../testing/shop.ts';

const URL = 'https://till.example/hook';
const ID = '00000000-0000-4000-8000-000000000031';
const ENDPOINT: WebhookEndpointAnswer = {
  ...{ id: ID, url: URL, eventTypes: ['scan.created'], siteIds: null, publicKey: 'whpk_key' },
  ...{ createdAt: NOW.toISOString(), status: 'active', disabledReason: null, position: '7', parked: 0 },
  ...{ failingSince: null, nextAttemptAt: null },
};
const DELIVERY: DeliveryAnswer = {
  ...{ id: ID, messageId: 'msg_1', type: 'webhook.test', position: '8', status: 'failed', attempts: 1 },
  ...{ createdAt: NOW.toISOString(), attemptedAt: NOW.toISOString(), nextAttemptAt: null },
  ...{ responseStatus: 500, responseBody: 'no', error: null, body: '{"type":"webhook.test"}' },
};
const made = { id: ID, url: URL, eventTypes: ENDPOINT.eventTypes, siteIds: null, publicKey: 'whpk_key' };

beforeEach(() => {
  asOwner();
});
const named = (title: string) => page.getByRole('dialog', { name: title });

it('adds an endpoint: names all wrong fields at once, shows the secret once, tests it, shows request and answer, sends again', async () => {
  await openScreen('/sites');
  await page.getByRole('button', { name: 'Open profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Webhooks' }).click();
  await expect.element(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const adding = named('Add endpoint');
  await adding.getByLabelText('Address').fill('ftp://here');
  await adding.getByLabelText('All events').click();
  await adding.getByLabelText('All sites').click();
  await press('Add', adding);
  for (const text of [
    'Enter an address that starts with https://, without a user name and password.',
    'Choose at least one event.',
    'Choose at least one site.',
  ])
    await seeText(text, adding, { exact: true });
  await adding.getByLabelText('Address').fill(URL);
  await adding.getByLabelText('All sites').click();
  await adding.getByLabelText('scan.created').click();
  api.on(calls.createWebhookEndpoint, () => {
    api.on(calls.listWebhookEndpoints, [ENDPOINT]);
    return { ...made, secret: 'whsec_once' };
  });
  await press('Add', adding);
  const shown = named('Your signing secret');
  await seeText('whsec_once', shown);
  expect(api.bodies(calls.createWebhookEndpoint)).toEqual([{ url: URL, eventTypes: ['scan.created'], siteIds: null }]);
  await press('I have copied the secret', shown);

  await seeText('scan.created · All sites', page, { exact: true });
  api.on(calls.testWebhookEndpoint, { deliveryId: ID });
  api.on(calls.webhookDeliveries, [DELIVERY], { total: 1 });
  await press(`Send a test event to ${URL}`, page);
  const log = named('Deliveries');
  await seeText('Answered 500', log);
  await log.getByText('Request and answer').click();
  await seeText('"type":"webhook.test"', log);
  api.on(calls.resendWebhookDelivery, { deliveryId: ID });
  await press('Send webhook.test at position 8 again', log);
  await expect.poll(() => api.sent(calls.resendWebhookDelivery).length).toBe(1);
  api.on(calls.webhookDeliveries, [{ ...DELIVERY, status: 'delivered', responseStatus: 204, attempts: 2 }], {
    total: 1,
  });
  await press('Refresh', log);
  await seeText('Answered 204', log);
});

it('replays what was counted, edits, rotates and removes, on a phone in Spanish', async () => {
  api.on(calls.listWebhookEndpoints, [ENDPOINT]);
  await openScreen('/webhooks', { viewport: PHONE, language: 'es' });
  const button = (name: string) => page.getByRole('button', { name, exact: true }).click();
  api.on(calls.replayWebhooks, { events: 3 });
  await button(`Repetir eventos a ${URL}`);
  const replay = named('Repetir eventos');
  await press('Contar eventos', replay);
  await seeText('Se entregarán de nuevo 3 eventos.', replay, { exact: true });
  expect(overflow()).toEqual([]);
  await press('Repetir', replay);
  await seeNoDialog();
  const bodies = api.bodies(calls.replayWebhooks);
  expect(bodies).toMatchObject([{ dryRun: true }, { dryRun: false }]);

  await button(`Editar ${URL}`);
  const edit = named('Editar endpoint');
  await edit.getByLabelText('Todos los sitios, también los futuros').click();
  await edit.getByRole('combobox', { name: 'Añadir un sitio' }).click();
  await page.getByRole('option', { name: SITE.name }).click();
  api.on(calls.changeWebhookEndpoint, () => {
    const changed = { ...ENDPOINT, siteIds: [SITE.id] };
    api.on(calls.listWebhookEndpoints, [changed]);
    return changed;
  });
  await press('Guardar', edit);
  await seeText('scan.created · 1 sitio', page, { exact: true });
  expect(api.sent(calls.changeWebhookEndpoint)[0]?.body).toMatchObject({ siteIds: [SITE.id], seen: { siteIds: null } });

  api.on(calls.rotateWebhookSecret, { secret: 'whsec_next' });
  await button(`Rotar el secreto de ${URL}`);
  await press('Rotar', named('¿Rotar el secreto?'));
  const shown = named('Tu secreto de firma');
  await seeText('whsec_next', shown);
  await press('He copiado el secreto', shown);
  await seeNoDialog();

  api.on(calls.removeWebhookEndpoint, () => {
    api.on(calls.listWebhookEndpoints, []);
    return undefined;
  });
  await button(`Eliminar ${URL}`);
  await press('Eliminar endpoint', named('¿Eliminar este endpoint?'));
  await seeText('No hay endpoints');
  expect(dialog().query()).toBeNull();
});
