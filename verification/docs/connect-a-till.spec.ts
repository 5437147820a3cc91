import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { afterAll, expect, it } from 'vitest';
import { emptyProject, ROOT } from '../sdk/client-project.ts';
import { codeBlocks } from './repository.ts';

const blocksOf = (language: string) => codeBlocks('docs/how-to/connect-a-till.md', language);
const project = emptyProject();
const composed = await startComposedApp();
await composed.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await composed?.close();
  project.remove();
});

it('the commands of docs/how-to/connect-a-till.md redeem, read, reverse and pay out, with curl and with the client', async () => {
  const { owner, customer, siteId, customerToken } = await openBusiness(composed.app, 'till');
  await subscribe(owner, 'pro');
  const { key } = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['redeem'], siteIds: null });
  const accounting = { name: 'Accounting', scopes: ['read:ledger', 'payouts'], siteIds: [siteId] };
  const { key: accountingKey } = await owner.must('POST', '/api/api-keys', accounting);
  const { redemptionCode } = await customer.must('POST', '/api/scan', { token: customerToken });
  const next = await new Visitor(composed.app, 'next-customer').register('customer');
  const { redemptionToken } = await next.must('POST', '/api/scan', { token: customerToken });
  const { port } = composed.app.server.address() as AddressInfo;
  const env = {
    ...{ PERKTREE: `http://127.0.0.1:${port}`, KEY: key, SITE: siteId, CODE: redemptionCode },
    ...{ TOKEN: redemptionToken, CHECKOUT: ROOT, ACCOUNTING_KEY: accountingKey },
  };
  writeFileSync(join(project.folder, 'till.mjs'), blocksOf('js').join('\n'));
  const printed = await project.run('bash', ['-c', ['set -e', ...blocksOf('sh')].join('\n')], env);
  const saved = (name: string) => JSON.parse(readFileSync(join(project.folder, `${name}.json`), 'utf8'));
  expect(saved('redemption')).toMatchObject({ siteId, saleAmount: '12.50', reference: 'receipt-0042' });
  expect(printed).toContain('"amount":"5.00"');
  expect(printed).toContain('redeemed, then 8.00 reversed');
  const wrongKey = project.run(process.execPath, ['till.mjs'], { ...env, KEY: 'pt_live_x' });
  await expect(wrongKey).rejects.toThrow('API_KEY_INVALID');
  const [payout] = saved('payouts').payouts;
  expect(payout).toMatchObject({ siteId, amount: saved('balances').distributors[0].payable, status: 'processing' });
  expect(saved('paid')).toEqual({ ...payout, status: 'paid', reference: 'transfer 4711' });
});
