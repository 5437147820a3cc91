import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import type { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { auditChainCalls } from '@perktree/contracts/audit/chain-calls';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import { type StatementAnswer, statementAnswer } from '@perktree/contracts/statement/calls';
import { describe, expect, it } from 'vitest';

interface Verdict {
  readonly wrong: readonly string[];
  readonly fingerprint: string;
  readonly entries: readonly object[];
}
const { verifyStatement }: { verifyStatement: (statement: unknown, key: string) => Verdict } = await import(
  join(import.meta.dirname, '../../scripts/verify-statement.mjs')
);
let publicKey: string;
const composed = await useComposedApp();
const business = await openBusiness(composed.app, 'stated');
const other = await openBusiness(composed.app, 'other');

const ofSite = () => `/api/sites/${business.siteId}/statement`;
const OWN = '/api/distributors/me/statement';
async function statement(who: Visitor, path: string): Promise<StatementAnswer> {
  const answer = statementAnswer.parse(await who.must('GET', path));
  const { keys } = auditChainCalls.auditKeys.answer.parse(await who.must('GET', '/api/audit/key'));
  publicKey = keys[0]?.publicKey ?? '';
  return answer;
}

describe('a requested statement', () => {
  it.each([
    ['a site, by its owner', 'owner'],
    ['a distributor, by that one', 'distributor'],
  ] as const)('of %s proves itself by the published key, and belongs to its PDF', async (_, who) => {
    const path = who === 'owner' ? ofSite() : OWN;
    const { statement: file, fingerprint, pdf } = await statement(business[who], path);
    const verdict = verifyStatement(file, publicKey);
    expect(verdict).toMatchObject({ wrong: [], fingerprint });
    expect(file).toMatchObject({
      totals: [{ distributorId: business.distributor.id, entries: 1, sum: '10.00', paidOut: '0.00' }],
    });
    expect(verdict.entries).toMatchObject([{ amount: '10.00', siteId: business.siteId }]);
    expect(Buffer.from(pdf, 'base64').toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('is checked by an outsider who follows the page', async () => {
    const root = join(import.meta.dirname, '../..');
    const page = readFileSync(join(root, 'docs/how-to/issue-statements.md'), 'utf8');
    const [, path = '', script = ''] = /curl -s https:\/\/[^/]+(\S+) \| node -p "([^"]+)"/.exec(page) ?? [];
    const { body } = await composed.app.inject(path);
    const node = (args: readonly string[], input?: string) =>
      spawnSync(process.execPath, args, { cwd: root, input, encoding: 'utf8' });
    const key = node(['-p', script], body).stdout.trim();
    const { statement: file } = await statement(business.owner, ofSite());
    const folder = mkdtempSync(join(tmpdir(), 'perktree-outsider-'));
    const name = join(folder, 'statement.json');
    writeFileSync(name, canonicalJson(file));
    const checked = node(['scripts/verify-statement.mjs', name, '--key', key, '--json']);
    rmSync(folder, { recursive: true });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
  });

  it('of a distributor has nothing of others', async () => {
    const text = JSON.stringify((await statement(business.distributor, OWN)).statement);
    for (const { id } of [business.customer, business.owner, other.distributor]) expect(text).not.toContain(id);
    expect(text).toContain(business.distributor.id);
  });

  it('covers the requested period, is not final while that runs, and refuses one of the future', async () => {
    const of = (from: string, to: string) => `${ofSite()}?from=${from}T00:00:00Z&to=${to}T00:00:00Z`;
    const { statement: file } = await statement(business.owner, of('2020-01-01', '2020-02-01'));
    expect(file).toMatchObject({ from: '2020-01-01T00:00:00.000Z', until: null, totals: [], events: { of: [] } });
    const { statement: running } = await statement(business.owner, ofSite());
    expect(running).toMatchObject({ until: expect.stringMatching(/^\d+$/) });
    const reversed = await business.owner.call('GET', of('2020-01-02', '2020-01-01'));
    expect([reversed.status, reversed.body.issues]).toMatchObject([400, [{ path: 'to' }]]);
    const future = await business.owner.call('GET', of('2029-01-01', '2029-02-01'));
    expect([future.status, future.body.issues]).toMatchObject([400, [{ path: 'from', code: 'IN_FUTURE' }]]);
  });

  it('has what was paid within a minute of an earlier statement', async () => {
    const { owner, siteId } = other;
    const path = `/api/sites/${siteId}/statement`;
    expect((await statement(owner, path)).statement.totals).toMatchObject([{ paidOut: '0.00' }]);
    const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
    await owner.must('POST', `/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'transfer 7' });
    const { statement: file } = await statement(owner, path);
    expect(file.totals).toMatchObject([{ paidOut: payouts[0].amount }]);
    expect(verifyStatement(file, publicKey).wrong).toEqual([]);
  });

  it('has a reference that was corrected later than anything else', async () => {
    const { owner, siteId, distributor } = other;
    const path = `/api/sites/${siteId}/statement`;
    const from = (await statement(owner, path)).statement.createdAt;
    const [{ id }] = await owner.must('GET', `/api/sites/${siteId}/payouts`);
    const correction = { reference: 'transfer 8', reason: 'typing_mistake' };
    await owner.must('POST', `/api/payouts/${id}/reference`, correction);
    await owner.must('GET', `/api/sites/${siteId}/payouts`);
    for (const [who, all] of [
      [owner, path],
      [distributor, OWN],
    ] as const) {
      const { statement: file } = await statement(who, `${all}?from=${from}`);
      expect([file.texts, file.totals]).toMatchObject([[{ text: 'transfer 8' }], []]);
      expect(verifyStatement(file, publicKey).wrong).toEqual([]);
    }
  });

  it('uses one signed head for all requests within a minute', async () => {
    const heads = async () => (await business.owner.must('GET', '/api/audit/heads')).heads.length;
    await statement(business.owner, ofSite());
    const before = await heads();
    await statement(business.owner, ofSite());
    await statement(business.distributor, OWN);
    expect(await heads()).toBe(before);
  });
});
