import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { REFUSALS_PER_DAY, RefusalLog } from '@perktree/command-service/http/outcomes/refusal-log';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'refusing');
const { owner, siteId, customer, customerToken, staff, distributor, distributorToken } = business;

const counted = async (command: string): Promise<Record<string, number>> => {
  const { body } = await composed.app.inject('/metrics');
  const lines = body.matchAll(
    new RegExp(`^perktree_commands_total{command="${command}",outcome="(\\w+)"} (\\d+)$`, 'gm'),
  );
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
};
const added = async (command: string, work: () => Promise<unknown>) => {
  const before = await counted(command);
  await work();
  const after = await counted(command);
  return Object.fromEntries(
    Object.entries(after)
      .map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
};

describe('a command is counted once, by its answer', () => {
  it('if accepted, also if it uses the plan’s quota', async () => {
    const root = { name: 'Counted', type: 'TEXT_REWARD', textReward: 'Tea' };
    expect(await added('createQr', () => owner.call('POST', `/api/sites/${siteId}/qrs`, root))).toEqual({
      accepted: 1,
    });
    expect(await added('scan', () => customer.call('POST', '/api/scan', { token: customerToken }))).toEqual({
      accepted: 1,
    });
    const redeeming = () => customer.call('POST', '/api/redeem', { token: customerToken });
    expect(await added('redeem', redeeming)).toEqual({ accepted: 1 });
  });

  it('where it is refused: by a rule that answers 200, before a body is understood, by who asks, in a reversal', async () => {
    const site = { name: 'Second', currency: 'EUR' };
    const creating = () => owner.call('POST', '/api/sites', site);
    expect(await added('createSite', creating)).toEqual({ PLAN_LIMIT_REACHED: 1 });
    const unknown = { token: 'A'.repeat(22) };
    expect(await added('scan', () => customer.call('POST', '/api/scan', unknown))).toEqual({ INVALID_TOKEN: 1 });
    expect(await added('redeem', () => customer.call('POST', '/api/redeem', unknown))).toEqual({ INVALID_TOKEN: 1 });
    expect(await added('redeem', () => customer.call('POST', '/api/redeem', {}))).toEqual({ VALIDATION_FAILED: 1 });
    expect(await added('createSite', () => customer.call('POST', '/api/sites', {}))).toEqual({ NOT_ALLOWED: 1 });
    const none = '/api/redemptions/00000000-0000-8000-8000-000000000000/reverse';
    expect(await added('reverseRedemption', () => owner.call('POST', none, { reason: 'None' }))).toEqual({
      REDEMPTION_NOT_FOUND: 1,
    });
  });
});

describe('a refused attempt', () => {
  it('is shown to the owner of the site, with who tried what, and why it was refused', async () => {
    const refusalsOf = () => owner.must('GET', `/api/sites/${siteId}/refusals`);
    await distributor.call('POST', '/api/claim-qr', { token: distributorToken });
    const { redemptionToken } = await customer.must('POST', '/api/scan', { token: customerToken });
    await staff.call('POST', '/api/staff/redeem', { token: redemptionToken });
    const before = (await refusalsOf()).length;
    const twice = await staff.call('POST', '/api/staff/redeem', { token: redemptionToken });
    expect(twice.body.success).toBe(false);
    await customer.call('POST', '/api/claim-qr', { token: distributorToken });
    const rows = await refusalsOf();
    expect(rows.length).toBe(before + 2);
    expect(rows.slice(0, 2)).toMatchObject([
      { command: 'claim', personId: customer.id, siteId },
      { command: 'staffRedeem', code: twice.body.code, personId: customer.id, siteId, qrName: expect.any(String) },
    ]);
    expect(rows[1].actorName).not.toBe(rows[1].personName);
    const { redemptionToken: next } = await customer.must('POST', '/api/scan', { token: customerToken });
    const tooMuch = await staff.call('POST', '/api/staff/redeem', { token: next, saleAmount: '100000.00' });
    const { values, message, code } = tooMuch.body;
    expect([code, message]).toEqual(['SALE_AMOUNT_TOO_HIGH', expect.not.stringContaining('…')]);
    expect((await refusalsOf())[0]).toMatchObject({ code, values, message });
  });

  it('is deleted after thirty days, and with the account', async () => {
    const log = new RefusalLog(composed.pool);
    const count = async () =>
      (await composed.pool.query('SELECT 1 FROM command_service.refusals WHERE person_id = $1', [customer.id]))
        .rowCount;
    expect(await count()).toBeGreaterThan(0);
    const people = { actorId: customer.id, personId: customer.id };
    const attempt = { ...people, siteId: null, qrId: null, command: 'scan', code: 'X', values: {} };
    await log.add({ ...attempt, at: new Date(composed.clock().getTime() - 31 * DAY_MS) });
    const all = await count();
    await log.purge(composed.clock());
    expect(await count()).toBe(Number(all) - 1);
    for (let n = 0; n < REFUSALS_PER_DAY + 5; n += 1) await log.add({ ...attempt, at: composed.clock() });
    expect(await count()).toBe(REFUSALS_PER_DAY);
    await customer.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await count()).toBe(0);
  });
});
