import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { XLSX_TYPE } from '@perktree/contracts/kernel/call';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { csvTextOf, readSheet } from '@perktree/platform/http/testing/read-sheet';
import { expect, it } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'sheets');
const { owner, staff, distributor, siteId, redemptionId, unclaimedQrId, customerToken } = business;
const site = `/api/sites/${siteId}`;
const configuration = await owner.must('GET', `${site}/config`);
await owner.must('PUT', `${site}/config`, { ...configuration, timeZone: 'Asia/Kathmandu' });
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);
await superadmin.must('POST', '/api/auth/active-role', { role: 'superadmin' });
const buyer = await new Visitor(composed.app, 'buyer').register('customer');
const { redemptionToken: token } = await buyer.must('POST', '/api/scan', { token: customerToken });
await staff.must('POST', '/api/staff/redeem', { token, saleAmount: '934.50' });
const { payouts } = await owner.must('POST', `${site}/payouts`);
const payoutId = payouts[0].id;
await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, { action: 'open', text: 'Not mine' });
await owner.must('POST', `${site}/distributors/${distributor.id}/block`, { reason: '=1+1' });
await owner.must('POST', `${site}/staff-invitations`, { email: 'invited@example.test' });
const until = dayIn(UTC, composed.clock().getTime() + 30 * DAY_MS);
await owner.must('POST', '/api/auditors', { email: 'auditor@example.test', until });
// A refused attempt: the QR of the same path.
await distributor.call('POST', '/api/redeem', { token: customerToken });
await owner.must('POST', `${site}/qrs/${unclaimedQrId}/deactivate`);
expect(await staff.must('GET', '/api/staff/validations')).toHaveLength(1);

type Reader = 'owner' | 'staff' | 'distributor' | 'customer' | 'superadmin';
const onSite =
  (list: string) =>
  ({ siteId }: OpenBusiness) =>
    `/api/sites/${siteId}/${list}`;

/** The lists with a file. `empty`: this business has no row of it. */
const LISTS: Readonly<Record<string, readonly [as: Reader, path: (of: OpenBusiness) => string, empty?: 'empty']>> = {
  listSites: ['owner', () => '/api/me/sites'],
  listInvitations: ['owner', onSite('staff-invitations')],
  listStaff: ['owner', onSite('staff')],
  blockedDistributors: ['owner', onSite('blocked-distributors')],
  listQrs: ['owner', onSite('qrs')],
  listOwnQrs: ['distributor', () => '/api/distributors/me/qrs'],
  siteLabels: ['owner', onSite('qrs/labels')],
  ownLabels: ['distributor', () => '/api/distributors/me/qrs/labels'],
  myScans: ['customer', () => '/api/me/scans'],
  ledger: ['distributor', () => '/api/distributors/me/ledger'],
  siteBalances: ['owner', onSite('balances')],
  sitePayouts: ['owner', onSite('payouts')],
  ownPayouts: ['distributor', () => '/api/distributors/me/payouts'],
  payoutEntries: ['owner', () => `/api/payouts/${payoutId}/entries`],
  validations: ['staff', () => '/api/staff/validations'],
  siteRefusals: ['owner', onSite('refusals')],
  personRefusals: ['owner', ({ distributor }) => `/api/support/people/${distributor.id}/refusals`],
  siteRedemptions: ['owner', onSite('redemptions')],
  topDistributors: ['owner', onSite('top-distributors')],
  siteFlags: ['owner', onSite('flags'), 'empty'],
  siteTerms: ['owner', onSite('terms')],
  auditors: ['owner', () => '/api/auditors'],
  looks: ['owner', () => '/api/looks', 'empty'],
  disputes: ['owner', () => '/api/support/disputes'],
  tenants: ['superadmin', () => '/api/support/tenants'],
};

it('every list that is searched is a spreadsheet, too', () => {
  const searched = Object.entries(allCalls).filter(
    ([name, { method, query }]) =>
      method === 'GET' && 'q' in ((query as { shape?: object } | undefined)?.shape ?? {}) && !name.startsWith('v1'),
  );
  expect(searched.map(([name]) => name).filter((name) => !(name in LISTS))).toEqual([]);
});

function fileOf(as: Reader, url: string, accept: string) {
  const { headers } = as === 'superadmin' ? superadmin : business[as];
  return composed.app.inject({ url, headers: { ...headers, accept } });
}

/** The cells of each line; an apostrophe before a formula is left out. */
const linesOf = (csv: string) =>
  csv
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) =>
        cell
          .replace(/^"(.*)"$/, '$1')
          .replaceAll('""', '"')
          .replace(/^'/, ''),
      ),
    );

/** Of terms, whose columns hold values of every kind. */
const AS_TEXT = ['Before', 'After'];
const ZONED = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

it.each(Object.entries(LISTS))('the spreadsheet of %s has the cells of its CSV', async (_, [as, pathOf, empty]) => {
  const path = pathOf(business);
  const [csv, xlsx] = [await fileOf(as, path, 'text/csv'), await fileOf(as, path, XLSX_TYPE)] as const;
  expect([xlsx.statusCode, xlsx.headers['content-type']]).toEqual([200, XLSX_TYPE]);
  const { sheet, cell } = await readSheet(xlsx.rawPayload);
  const lines = linesOf(csv.body);
  expect(lines.length > 1).toBe(empty === undefined);
  expect(sheet.rows).toHaveLength(lines.length);
  for (const [row, cells] of lines.entries()) {
    expect(cells.map((_, column) => csvTextOf(cell(row, column)))).toEqual(cells);
    if (row === 0) continue;
    for (const [column, text] of cells.entries()) {
      if (AS_TEXT.includes(lines[0]?.[column] ?? '')) continue;
      const { type } = cell(row, column) ?? {};
      if (ZONED.test(text)) expect(cell(row, column)?.value, text).toBeInstanceOf(Date);
      if (/^-?\d+\.\d+$/.test(text)) expect(type, text).toBe('number');
    }
  }
});
