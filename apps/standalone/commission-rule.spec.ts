import { join } from 'node:path';
import { explanationAnswer } from '@perktree/contracts/audit/calls';
import { siteAuditAnswer, whatIfAnswer } from '@perktree/contracts/audit/report-calls';
import { afterAll, describe, expect, it } from 'vitest';
import { startComposedApp } from './testing/composed-app.ts';
import { lastPart, openBusiness } from './testing/open-business.ts';
import { Visitor } from './testing/visitor.ts';

interface Verdict {
  readonly wrong: readonly string[];
  readonly entries: readonly { readonly amount: string; readonly redemptionId: string }[];
}
const { verifyStatement }: { verifyStatement: (statement: unknown, key: string) => Verdict } = await import(
  join(import.meta.dirname, '../../scripts/verify-statement.mjs')
);

/** The business has redeemed once by version 1: 10 percent of 100.00. */
const composed = await startComposedApp();
const business = await openBusiness(composed.app, 'tiers');
const site = `/api/sites/${business.siteId}`;
const { owner } = business;
await choose({ version: 2, settings: { tierAmounts: ['5.00', '2.00'] } });
await owner.must('POST', `${site}/qrs/${business.qrId}/split`, {
  splits: [{ name: 'Child', commissionPercent: '4.00' }],
});
const qrs = await owner.must('GET', `${site}/qrs`);
const { id } = qrs.find(({ name }: { name: string }) => name === 'Child');
const { customerUrl, distributorUrl } = await owner.must('GET', `${site}/qrs/${id}/qrcode`);
const distributor = await new Visitor(composed.app, 'child-tiers').register('distributor');
await distributor.must('POST', '/api/claim-qr', { token: lastPart(distributorUrl) });
const customerToken = lastPart(customerUrl);
const customer = await new Visitor(composed.app, 'second-tiers').register('customer');
await customer.must('POST', '/api/scan', { token: customerToken });
const { redemptionId } = await customer.must('POST', '/api/redeem', { token: customerToken });
const child = { distributor, customerToken, redemptionId };
afterAll(() => composed.close());

async function choose(commissionRule: object) {
  return configure({ commissionRule });
}
async function configure(settings: object) {
  const before = await business.owner.must('GET', `${site}/config`);
  return business.owner.call('PUT', `${site}/config`, { ...before, ...settings });
}

const ledgerOf = async (distributor: Visitor) =>
  (await distributor.must('GET', '/api/distributors/me/ledger')).map(
    (entry: { commissionAmount: string }) => entry.commissionAmount,
  );

describe('a site that pays a fixed amount per tier', () => {
  it('has its amounts in its configuration, and refuses settings that the rule does not take', async () => {
    expect((await business.owner.must('GET', `${site}/config`)).commissionRule).toEqual({
      version: 2,
      settings: { tierAmounts: ['5.00', '2.00'] },
    });
    const refused = async (rule: object) => {
      const { status, body } = await choose(rule);
      return [
        status,
        ...(body.issues ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
      ];
    };
    const settings = 'commissionRule.settings';
    expect(await refused({ version: 2, settings: {} })).toEqual([400, `${settings}.tierAmounts REQUIRED`]);
    expect(await refused({ version: 1, settings: { tierAmounts: ['1.00'] } })).toEqual([
      ...[400, `${settings}.tierAmounts UNKNOWN_FIELD`],
    ]);
    expect(await refused({ version: 2, settings: { tierAmounts: ['-1'] } })).toEqual([
      ...[400, `${settings}.tierAmounts.0 TOO_SMALL`],
    ]);
    expect(await refused({ version: 3, settings: {} })).toEqual([400, 'commissionRule.version NOT_A_CHOICE']);
  });

  it('pays by tier what is redeemed from then on, and leaves earlier entries alone', async () => {
    expect(await ledgerOf(business.distributor)).toEqual(['5.00', '10.00']);
    expect(await ledgerOf(child.distributor)).toEqual(['2.00']);
  });

  it('explains an entry by the recorded rule, and computes it again to the same', async () => {
    const [{ id }] = await child.distributor.must('GET', '/api/distributors/me/ledger');
    const explained = explanationAnswer.parse(await business.owner.must('GET', `/api/ledger/${id}/explanation`));
    expect(explained).toMatchObject({
      entry: { amount: '2.00', commissionPercent: '2.00' },
      commission: {
        ...{ ruleVersion: 2, saleAmount: '100.00', pool: { exact: '7.00', amount: '7.00' } },
        shares: [
          { exact: '5.00', amount: '5.00', gotExtra: false },
          { exact: '2.00', amount: '2.00', gotExtra: false },
        ],
      },
      recomputed: { same: true, differences: [] },
    });
  });

  it('takes back the same part of each share as of the sale', async () => {
    await business.owner.must('POST', `/api/redemptions/${child.redemptionId}/reverse`, {
      ...{ reason: 'returned a part', amount: '50.00' },
    });
    expect(await ledgerOf(business.distributor)).toEqual(['-2.50', '5.00', '10.00']);
    expect(await ledgerOf(child.distributor)).toEqual(['-1.00', '2.00']);
  });

  it('can be tried on the past: the recorded rules, one of them for all, and other amounts', async () => {
    const earned = async (query: string) => {
      const { totals } = whatIfAnswer.parse(await business.owner.must('GET', `${site}/audit/what-if${query}`));
      return totals.map(({ actual, changed }) => [actual.earned, changed.earned]);
    };
    expect(await earned('')).toEqual([['13.50', '13.50']]);
    expect(await earned('?rule=path_differential')).toEqual([['13.50', '15.00']]);
    expect(await earned('?rule=fixed_per_tier&ruleSettings=tierAmounts:8.00;1.00')).toEqual([['13.50', '12.50']]);
    expect(await earned('?rule=nearest_only')).toEqual([['13.50', '13.50']]);
    const { status, body } = await business.owner.call('GET', `${site}/audit/what-if?rule=fixed_per_tier`);
    expect([status, body.issues?.[0]?.path]).toEqual([400, 'ruleSettings.tierAmounts']);
  });

  it('has a statement that verifies, and an audit that finds no difference', async () => {
    const { statement } = await child.distributor.must('GET', '/api/distributors/me/statement');
    const { keys } = await child.distributor.must('GET', '/api/audit/key');
    const { wrong, entries } = verifyStatement(statement, keys[0].publicKey);
    expect([wrong, entries.map(({ amount }) => amount).sort()]).toEqual([[], ['-1.00', '2.00']]);
    const audit = siteAuditAnswer.parse(await business.owner.must('GET', `${site}/audit`));
    expect(audit).toMatchObject({ differences: 0, redemptions: 2, reversals: 1, findings: [] });
  });

  it('has statements that verify where no percent is exact, of a site and of a distributor', async () => {
    const { owner, distributor } = business;
    await configure({ defaultSaleAmount: '700.00', selfRedemption: 'confirmed' });
    const customer = await new Visitor(composed.app, 'third-tiers').register('customer');
    const { redemptionToken } = await customer.must('POST', '/api/scan', { token: child.customerToken });
    const { redemptionId } = await customer.must('POST', '/api/redeem', { token: child.customerToken });
    const confirmed = await owner.must('POST', '/api/staff/redeem', { token: redemptionToken, saleAmount: '699.99' });
    expect(confirmed).toMatchObject({ success: true });
    for (const amount of ['233.33', '0.01']) {
      await owner.must('POST', `/api/redemptions/${redemptionId}/reverse`, { reason: 'returned a part', amount });
    }
    const { keys } = await owner.must('GET', '/api/audit/key');
    for (const [reader, path] of [
      [owner, `${site}/statement`],
      [distributor, '/api/distributors/me/statement'],
      [child.distributor, '/api/distributors/me/statement'],
    ] as const) {
      const { statement } = await reader.must('GET', path);
      const { wrong, entries } = verifyStatement(statement, keys[0].publicKey);
      expect([wrong, entries.map((entry) => entry.redemptionId)]).toEqual([[], expect.arrayContaining([redemptionId])]);
    }
  });

  it('goes back to percents at any time', async () => {
    expect(await choose({ version: 1, settings: {} })).toMatchObject({
      ...{ status: 200, body: { commissionRule: { version: 1, settings: {} } } },
    });
    const audit = siteAuditAnswer.parse(await business.owner.must('GET', `${site}/audit`));
    expect(audit.differences).toBe(0);
  });
});
