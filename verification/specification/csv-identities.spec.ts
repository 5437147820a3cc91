import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { afterAll, beforeAll, expect, it } from 'vitest';

let composed: ComposedApp;
let business: OpenBusiness;
beforeAll(async () => {
  composed = await startComposedApp();
  business = await openBusiness(composed.app, 'identities');
  const { owner, distributor, siteId, redemptionId, unclaimedQrId, customerToken } = business;
  const site = `/api/sites/${siteId}`;
  await owner.must('POST', `${site}/payouts`);
  await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, { action: 'open', text: 'Not mine' });
  await owner.must('POST', `${site}/distributors/${distributor.id}/block`, { reason: 'Two accounts' });
  // A refused attempt: the QR of the same path.
  await distributor.call('POST', '/api/redeem', { token: customerToken });
  await owner.must('POST', `${site}/qrs/${unclaimedQrId}/deactivate`);
});
afterAll(() => composed.close());

async function csv(path: string, language: string): Promise<{ titles: string[]; row: string[] }> {
  const { headers } = business.owner.knowsWhat(business.distributor).knowsWhat(business.customer);
  const { body } = await composed.app.inject({
    url: path,
    headers: { ...headers, accept: 'text/csv', 'accept-language': language },
  });
  const [titles = '', row = ''] = body.replace('\uFEFF', '').split('\r\n');
  return { titles: titles.split(','), row: row.split(',') };
}

it.each<readonly [string, (of: OpenBusiness) => string, Readonly<Record<string, (of: OpenBusiness) => string>>]>([
  ['payouts', ({ siteId }) => `/api/sites/${siteId}/payouts`, { Site: siteOf, Distributor: distributorOf }],
  ['the ledger', () => '/api/distributors/me/ledger', { Site: siteOf, Distributor: distributorOf }],
  ['balances', ({ siteId }) => `/api/sites/${siteId}/balances`, { Distributor: distributorOf }],
  ['top distributors', ({ siteId }) => `/api/sites/${siteId}/top-distributors`, { Distributor: distributorOf }],
  ['blocked', ({ siteId }) => `/api/sites/${siteId}/blocked-distributors`, { Distributor: distributorOf }],
  [
    'redemptions',
    ({ siteId }) => `/api/sites/${siteId}/redemptions`,
    { QR: ({ qrId }) => qrId, Customer: ({ customer }) => customer.id, 'Confirmed by': ({ customer }) => customer.id },
  ],
  [
    'refusals',
    ({ siteId }) => `/api/sites/${siteId}/refusals`,
    { QR: ({ qrId }) => qrId, Person: distributorOf, 'Tried by': distributorOf },
  ],
  ['disputes', () => '/api/support/disputes', { Site: siteOf }],
])('the CSV of %s has ids beside names', async (_, path, identities) => {
  const { titles, row } = await csv(path(business), 'en');
  const spanish = await csv(path(business), 'es');
  expect(row.length).toBeGreaterThan(1);
  for (const [title, idOf] of Object.entries(identities)) {
    const at = titles.indexOf(title);
    expect(titles[at - 1]).toMatch(/\bID\b/);
    expect(row[at - 1]).toBe(idOf(business));
    expect(row[at]).not.toBe('');
    expect(spanish.titles[at - 1]).toMatch(/\bID\b/);
  }
});

function siteOf({ siteId }: OpenBusiness): string {
  return siteId;
}

function distributorOf({ distributor }: OpenBusiness): string {
  return distributor.id;
}
