import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { treeAsOfAnswer } from '@perktree/contracts/audit/calls';
import { auditSampleAnswer } from '@perktree/contracts/audit/check-calls';
import {
  closedMonthAnswer,
  siteAuditAnswer,
  siteMarksAnswer,
  whatIfAnswer,
} from '@perktree/contracts/audit/report-calls';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { systemTimers } from '@perktree/platform/time/timers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toJson } from '../session.ts';
import { type AuditedDemo, startAuditedDemo } from '../testing/audited-demo.ts';
import { runCommand } from '../testing/run-command.ts';
import type { AuditOutcome } from './audit.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

let { composed, session, owner, superadmin, siteId } = {} as AuditedDemo;
beforeAll(async () => {
  ({ composed, session, owner, superadmin, siteId } = await startAuditedDemo());
});
afterAll(() => composed?.close());

const run = async (...args: string[]) => (await runCommand(session, 'audit', ...args)) as AuditOutcome;
const get = (path: string, who = owner) => who.must('GET', `/api/sites/${siteId}/${path}`);

describe('an audit of a business', () => {
  it('finds nothing in honest history, in the events and on the screens', async () => {
    const { text, csv, differs, json } = await run('replay');
    expect(text).toContain('No differences.');
    expect(text).toMatch(/^Compared \d\d+ rows that the screens show:$/m);
    expect(text).toContain(`  ledger_entries: ${(json as { entries: number }).entries}\n`);
    expect([differs, csv.split('\r\n').length]).toEqual([false, 2]);
    expect(JSON.parse(toJson(json))).toMatchObject({ differences: 0, findings: [], redemptions: 6, reversals: 2 });
  });

  it('tells an owner and a superadmin the same of the site', async () => {
    const whole = await auditHistory({ store: composed.store, pool: composed.pool });
    for (const who of [owner, superadmin]) {
      const answer = siteAuditAnswer.parse(await get('audit', who));
      const { redemptions, reversals, entries, payouts, totals, rows } = whole;
      expect(answer).toMatchObject({ siteId, differences: 0, findings: [], redemptions, reversals, entries, payouts });
      expect(answer.totals).toEqual(totals);
      // Sums of several sites are compared by the operator alone.
      const ofSite = ({ name }: { readonly name: string }) => name !== 'activity_totals';
      expect(answer.rows.tables.filter(ofSite)).toEqual(rows?.tables.filter(ofSite));
    }
    expect(await get('audit?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z')).toMatchObject({
      redemptions: 0,
      entries: 0,
    });
  });

  it.each([
    ['from=2026-05-02T00:00:00Z&to=2026-05-01T00:00:00Z', 'to'],
    ['from=2026-05-01T00:00:00Z&to=2026-05-01T00:00:00Z', 'to'],
    ['position=999999999', 'position'],
    ['position=last', 'position'],
  ])('refuses a scope that cannot be: %s', async (query, path) => {
    for (const call of ['audit?', 'audit/what-if?', 'audit/report?', 'audit/sample?method=largest&']) {
      const { status, body } = await owner.call('GET', `/api/sites/${siteId}/${call}${query}`);
      expect([call, status, body.code, body.issues?.[0].path]).toEqual([call, 400, 'VALIDATION_FAILED', path]);
    }
  });

  it('says that nothing was checked, where a period has nothing', async () => {
    const { text, differs } = await run('replay', '--from', '2020-01-01', '--to', '2020-02-01');
    expect(text).toMatch(/0 redemptions in this period: nothing was checked\.$/);
    expect(text).not.toContain('No differences');
    expect(differs).toBe(false);
  });

  it('has no more than the events up to a position', async () => {
    const all = auditSampleAnswer.parse(await get('audit/sample?method=largest&size=200'));
    const earned = all.items.filter(({ kind }) => kind === 'earned').map(({ position }) => position);
    const second = [...new Set(earned)][1] ?? '';
    expect(await get(`audit?position=${second}`)).toMatchObject({ position: second, redemptions: 2, differences: 0 });
    expect(await get(`audit/what-if?position=${second}`)).toMatchObject({
      position: second,
      redemptions: 2,
      from: null,
    });
    const sample = auditSampleAnswer.parse(await get(`audit/sample?method=largest&position=${second}`));
    expect(sample.items.every(({ position }) => BigInt(position) <= BigInt(second))).toBe(true);
    expect(await get(`audit/report?position=${second}`)).toMatchObject({ position: second, differences: [] });
  });

  it('writes a working paper, which says what it covers and that nothing differs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'papers-'));
    const paperOf = async (...args: string[]) => {
      const file = join(folder, 'paper.csv');
      await run(...args, '--paper', file);
      return readFileSync(file, 'utf8').split('\r\n');
    };
    const replayed = await paperOf('replay', '--site', siteId);
    expect(replayed).toEqual(
      expect.arrayContaining([
        '\uFEFFWorking paper,Replay',
        expect.stringMatching(new RegExp(`^Site,.+,${siteId}$`)),
        'Period from,The first event',
        expect.stringMatching(/^As of position,\d+$/),
        'Result,No differences.',
        'Created by,Command line',
        'Totals',
      ]),
    );
    const tried = await paperOf('what-if', '--from', '2020-01-01', '--rule', 'even-split', '--hold-days', '30');
    expect(tried).toEqual(expect.arrayContaining(['Filter,Rule: even_split', 'Filter,Hold days: 30', 'Time zone,UTC']));
    const closed = await paperOf('close', '--month', '2020-01');
    expect(closed).toEqual(expect.arrayContaining(['Filter,Month: 2020-01', 'As of position,0']));
    rmSync(folder, { recursive: true });
  });

  it('can be limited to a site or a distributor', async () => {
    const [account] = (await composed.pool.query(`SELECT DISTINCT distributor_id AS id FROM read_models.payouts`)).rows;
    expect((await run('replay', '--distributor', account.id)).text).toContain('No differences.');
    expect((await run('replay', '--site', siteId)).differs).toBe(false);
  });
});

describe('a month that is closed', () => {
  const month = new Date(systemTimers.now()).toISOString().slice(0, 7);

  it('is not while it goes on', async () => {
    await expect(run('close', '--month', month)).rejects.toThrow(/is not over/);
    const answer = await owner.call('GET', `/api/sites/${siteId}/audit/months/${month}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'MONTH_NOT_OVER']);
  });

  it('has the same figures byte for byte whenever it is closed, for the operator and the owner', async () => {
    const later = { ...session, now: () => systemTimers.now() + 40 * DAY_MS };
    const close = async () => (await runCommand(later, 'audit', 'close', '--month', month)) as AuditOutcome;
    const [once, again] = [await close(), await close()];
    expect(toJson(again.json)).toBe(toJson(once.json));
    expect(again.csv).toBe(once.csv);
    expect(once.text).toContain(`${month} is closed at position`);
    const { sites, totals } = once.json as { sites: { siteId: string }[]; totals: { payouts: number }[] };
    expect(sites).toHaveLength(1);
    expect(totals).toMatchObject([{ currency: 'EUR', opening: '0.00', payouts: 1 }]);
    const closed = closedMonthAnswer.parse(await get('audit/months/2020-01'));
    expect(closed).toEqual({
      ...{ siteId, month: '2020-01', from: '2020-01-01T00:00:00.000Z', to: '2020-02-01T00:00:00.000Z' },
      ...{ timeZone: 'UTC', position: '0', distributors: [], totals: [], fingerprint: expect.any(String) },
    });
  });

  it('is refused for a wrong month', async () => {
    for (const wrong of ['2026-13', 'today', '1999-01']) {
      expect((await owner.call('GET', `/api/sites/${siteId}/audit/months/${wrong}`)).status).toBe(404);
    }
    await expect(run('close', '--month', '2026-13')).rejects.toThrow(/--month/);
  });
});

describe('what if', () => {
  it('is what it was where nothing is changed, and differs by another rule', async () => {
    const since = '2020-01-01';
    const same = await run('what-if', '--from', since);
    expect(same.json).toMatchObject({ redemptions: 6, refused: 0, totals: [{ difference: { earned: '0.00' } }] });
    const even = await run('what-if', '--from', since, '--rule', 'even-split', '--site', siteId);
    const { distributors } = even.json as { distributors: { difference: { earned: string } }[] };
    expect(distributors.some(({ difference }) => difference.earned !== '0.00')).toBe(true);
    const answer = whatIfAnswer.parse(await get(`audit/what-if?from=${since}T00:00:00Z&rule=even_split`));
    expect(answer.distributors.map(({ difference }) => difference)).toEqual(distributors.map((row) => row.difference));
    expect(answer.distributors.map(({ distributor }) => distributor?.name)).toContain('Partner Demo');
  });

  it('takes percents, holds, minimums and fraud rules', async () => {
    const [tree] = treeAsOfAnswer.parse(await get('tree')).trees;
    const from = 'from=2020-01-01T00:00:00Z';
    const more = whatIfAnswer.parse(await get(`audit/what-if?${from}&percents=${tree?.qrId}:20.00`));
    expect(Number(more.totals[0]?.difference.earned)).toBeGreaterThan(0);
    const held = whatIfAnswer.parse(
      await get(`audit/what-if?${from}&holdDays=30&minimumPayout=5.00&refused=staff_burst`),
    );
    expect(held.totals[0]?.changed).toMatchObject({ matured: '0.00', payable: '0.00' });
  });

  it('refuses percents that no tree could have', async () => {
    const [tree] = treeAsOfAnswer.parse(await get('tree')).trees;
    const query = `from=2020-01-01T00:00:00Z&percents=${tree?.qrId}:0.50`;
    const { status, body } = await owner.call('GET', `/api/sites/${siteId}/audit/what-if?${query}`);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.message).toContain('more than the QR above it');
  });
});

describe('the marks of a history', () => {
  it('are all events of the trees, redemptions and reversals, each of which shows the trees of then', async () => {
    const { marks, events } = siteMarksAnswer.parse(await get('history'));
    const kinds = marks.map(({ kind }) => kind);
    expect(events).toBe(marks.length);
    expect(kinds.filter((kind) => kind === 'BenefitRedeemed')).toHaveLength(6);
    expect(kinds.filter((kind) => kind === 'RedemptionReversed')).toHaveLength(2);
    expect(kinds.slice(0, 3)).toEqual(['RootQrCreated', 'QrSplit', 'QrSplit']);
    const sizes = [];
    for (const { asOf } of marks.slice(0, 3)) {
      const { trees } = treeAsOfAnswer.parse(await get(`tree?asOf=${encodeURIComponent(asOf)}`));
      sizes.push(trees[0]?.children.length);
    }
    expect(sizes).toEqual([0, 2, 2]);
    const later = siteMarksAnswer.parse(await get(`history?from=${marks[3]?.at}`));
    expect(later.events).toBeLessThan(events);
  });
});

describe('the words of the program', () => {
  it.each([
    [['replay', 'close'], /too many arguments/],
    [['replay', '--json', '--csv', 'x'], /'--csv <file>' cannot be used with option '--json'/],
    [['replay', '--csv', 'absent/figures.csv'], /absent does not exist/],
    [['replay', '--from', 'May'], /--from .*Use a day/],
    [['replay', '--from', '2026-05-02', '--to', '2026-05-01'], /--from is not before --to/],
    [['what-if', '--from', '2099-05-02'], /--from is not before --to/],
    [['replay', '--site', UNKNOWN], /--site .*no site has this id/],
    [['close', '--month', '2020-01', '--site', UNKNOWN], /--site .*no site has this id/],
    [['replay', '--distributor', 'someone'], /--distributor .*no ledger entry has this distributor/],
    [['what-if', '--percent', 'mine=5'], /--percent/],
    [['what-if', '--hold-days', '3'], /--hold-days .*Allowed choices are 0, 7/],
    [['what-if', '--rule', 'mine'], /--rule .*Choose one of: path-differential/],
    [['what-if', '--fraud-rule', 'mine'], /--fraud-rule .*Choose one of: /],
  ])('%j are refused', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  it('require a month for close, and a start for what-if', async () => {
    await expect(run('close')).rejects.toThrow(/--month/);
    await expect(run('what-if')).rejects.toThrow(/--from/);
  });
});
