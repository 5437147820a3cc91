import { auditReportAnswer, auditSampleAnswer, entryTrailAnswer } from '@perktree/contracts/audit/check-calls';
import { siteAuditAnswer } from '@perktree/contracts/audit/report-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditedDemo, startAuditedDemo } from '../testing/audited-demo.ts';

let { composed, owner, siteId } = {} as AuditedDemo;
beforeAll(async () => {
  ({ composed, owner, siteId } = await startAuditedDemo());
});
afterAll(() => composed?.close());

const get = (path: string) => owner.must('GET', `/api/sites/${siteId}/${path}`);

describe('one report of a period', () => {
  const whole = async () => auditReportAnswer.parse(await get('audit/report'));

  it('sums the events by payee, and agrees with all that shows them', async () => {
    const report = await whole();
    const { totals } = siteAuditAnswer.parse(await get('audit'));
    expect(report.totals).toMatchObject(totals.map(({ currency, earned, paidOut }) => ({ currency, earned, paidOut })));
    expect(report.differences).toEqual([]);
    expect(report.sources.map(({ name, skipped }) => [name, skipped])).toEqual([
      ['close', 'not_whole_months'],
      ['ledger', null],
      ['payouts', null],
      ['balances', null],
      ['statement', null],
    ]);
    expect(report.sources.every(({ skipped, compared }) => skipped !== null || compared > 0)).toBe(true);
    expect(report.distributors.map(({ distributor }) => distributor?.name)).toContain('Partner Demo');
    const past = auditReportAnswer.parse(await get('audit/report?from=2020-01-01T00:00:00Z&to=2020-03-01T00:00:00Z'));
    expect(past.sources[0]).toMatchObject({ name: 'close', skipped: null, differences: 0 });
  });

  it.each([
    ['ledger_entries', 'amount_minor = amount_minor + 1', ['ledger', 'balances', 'statement'], 'earned'],
    ['payouts', 'amount_minor = amount_minor + 1', ['payouts', 'balances'], 'paidOut'],
  ])('names what a changed row of %s makes differ', async (name, set, sources, figure) => {
    const change = (sql: string) => composed.pool.query(sql);
    const serving = `SELECT relation FROM read_models.projections WHERE name = '${name}' AND serving`;
    const own = `read_models.${(await change(serving)).rows[0].relation}`;
    const where = name === 'payouts' ? 'paid_at IS NOT NULL' : 'reverses_entry_id IS NULL AND amount_minor > 0';
    await change(`CREATE TABLE kept AS SELECT * FROM ${own}`);
    await change(`UPDATE ${own} SET ${set} WHERE ctid = (SELECT min(ctid) FROM ${own} WHERE ${where})`);
    const report = await whole();
    await change(`TRUNCATE ${own}; INSERT INTO ${own} SELECT * FROM kept; DROP TABLE kept`);
    const [first] = report.differences;
    expect(first).toMatchObject({ source: sources[0], figure, currency: 'EUR' });
    expect(Number(first?.found) - Number(first?.expected)).toBeCloseTo(0.01);
    expect(first?.distributor?.name).toBeTruthy();
    const differing = report.sources.filter(({ differences }) => differences > 0).map(({ name: source }) => source);
    expect(sources).toEqual(expect.arrayContaining(differing));
    expect(differing).toEqual(expect.arrayContaining(sources.slice(0, 2)));
  });
});

describe('a sample', () => {
  it('states its seed, draws the same again, and leads to the trail of each entry', async () => {
    const draw = async (query: string) => auditSampleAnswer.parse(await get(`audit/sample?${query}`));
    const drawn = await draw('seed=4711&size=3');
    expect(drawn).toMatchObject({ method: 'random', seed: '4711', size: 3, from: null, to: null });
    expect(drawn.items).toHaveLength(3);
    expect((await draw('seed=4711&size=3')).items).toEqual(drawn.items);
    const all = await draw('method=largest&size=200');
    expect(drawn.population).toMatchObject([{ currency: 'EUR', entries: all.items.length }]);
    const payee = drawn.items[0]?.distributor?.id ?? '';
    const own = await draw(`method=largest&size=200&distributor=${payee}`);
    expect(own.items).toEqual(all.items.filter(({ distributor }) => distributor?.id === payee));
    for (const { entryId, eventId } of all.items) {
      const trail = entryTrailAnswer.parse(await owner.must('GET', `/api/audit/entries/${entryId}`));
      expect(trail.steps.map(({ eventId: id }) => id)).toContain(eventId);
      expect(trail.steps.slice(0, 2).map(({ type }) => type)).toEqual(['QrScanned', 'BenefitRedeemed']);
      expect(new Set(trail.terms.map(({ kind }) => kind))).toEqual(
        new Set(['percent', 'owner', 'rule', 'hold', 'minimum']),
      );
      expect(trail.statementMonths.length).toBeGreaterThan(0);
    }
    const types = async (entryId: string) =>
      entryTrailAnswer.parse(await owner.must('GET', `/api/audit/entries/${entryId}`)).steps.map(({ type }) => type);
    const trails = await Promise.all(all.items.map(({ entryId }) => types(entryId)));
    expect(trails.flat()).toEqual(expect.arrayContaining(['PayoutGenerated', 'PayoutPaid', 'RedemptionReversed']));
  });

  it('refuses a draw by chance without a seed', async () => {
    const { status, body } = await owner.call('GET', `/api/sites/${siteId}/audit/sample`);
    expect([status, body.issues[0].path]).toEqual([400, 'seed']);
  });
});
