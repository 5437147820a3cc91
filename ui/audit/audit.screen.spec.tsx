import { calls } from '@perktree/contracts/catalogue/calls';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import type { SiteBalancesAnswer } from '@perktree/contracts/ledger/calls';
import type { StatementAnswer } from '@perktree/contracts/statement/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brokenWords, overflow } from '../testing/audit.ts';
import { otherAnswer } from '../testing/fake-api.ts';
import { press, region, seeText } from '../testing/forms.ts';
import { api, manualTime, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { type SavedFiles, savedFiles } from '../testing/saved-files.ts';
import { asOwner, SITE } from '../testing/shop.ts';
import { AUDITED, REPORT, STATEMENT, WHAT_IF } from './testing/answers.ts';

const AUDIT = { ...AUDITED, texts: { compared: 5, erased: 1, beforeHashes: 2, differences: 0 } };
const FINDING = {
  ...{ eventId: null, position: '7', at: NOW.toISOString(), stream: 'site', distributor: null, qrId: null },
  ...{ entryId: null, what: 'amount of an entry, as the screens show it', expected: '2.00', found: '1.00' },
};
const BALANCE = {
  ...{ currency: 'EUR' as const, earned: '12.00', takenBack: '0.00', paidOut: '0.00', writtenOff: '0.00' },
  ...{ owed: '12.00', payable: '12.00', inPayout: '0.00' },
};
const BALANCES: SiteBalancesAnswer = {
  ...{ asOf: NOW.toISOString(), totals: [BALANCE], minimumPayout: '20.00', currency: 'EUR' },
  distributors: [{ distributorId: 'dana', name: 'Dana Distributor', isErased: false, ...BALANCE }],
};
const FINGERPRINT = 'ab'.repeat(32);
const ZEROS = { opening: '0.00', sum: '0.00', paidOut: '0.00', closing: '0.00' };
const STATED: StatementAnswer = {
  ...STATEMENT,
  statement: { ...STATEMENT.statement, until: '4711', totals: [{ entries: 3, ...ZEROS }] },
  fingerprint: FINGERPRINT,
};

let saved: SavedFiles;
beforeEach(() => {
  saved = savedFiles();
  asOwner();
  api.on(calls.siteAudit, AUDIT);
  api.on(calls.siteBalances, BALANCES);
  api.on(calls.whatIf, WHAT_IF);
});
const open = () => openScreen(`/sites/${SITE.id}/audit`, { viewport: PHONE });
const HISTORY = 'Recalculated history';
const param = (name: string) => new URLSearchParams(location.search).get(name);
/** Panels below the window load when they come near. */
const bringNear = async (name: string) => {
  await expect.element(region(name)).toBeInTheDocument();
  region(name).element().scrollIntoView({ behavior: 'instant' });
};

describe('the recalculated history', () => {
  it('is found by an owner, says that nothing differs, and is saved as JSON', async () => {
    await openScreen('/sites', { viewport: PHONE });
    await page.getByRole('link', { name: `Audit of ${SITE.name}` }).click();
    const replay = region('Recalculated history');
    await seeText(
      'No differences. 7 rows of the screens were compared. 5 texts, names and accounts were compared with their hashes. 1 is erased. 2 were recorded before hashes.',
      replay.getByRole('alert'),
    );
    await seeText('To have them checked, ask the operator for a full audit.', replay);
    expect(replay.element().textContent).not.toContain('npm run');
    await press('Download Recalculated history as JSON', replay);
    const name = 'Corner-Cafe_Recalculated-history_all-days_position-120';
    await expect.poll(() => saved.map(([file]) => file)).toEqual([`${name}.json`]);
    const { workingPaper, ...answer } = JSON.parse(saved[0]?.[1] ?? '');
    expect(answer).toEqual(AUDIT);
    expect(workingPaper).toMatchObject({ sites: [{ id: SITE.id, name: SITE.name }], position: '120', timeZone: 'UTC' });
    await press('Download Recalculated history as CSV', replay);
    await expect.poll(() => saved.map(([file]) => file)).toEqual([`${name}.json`, `${name}.csv`]);
    const lines = saved[1]?.[1].split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^.?Working paper,Recalculated history$/),
        `Site,Corner Café,${SITE.id}`,
        'Period from,The first event',
        'As of position,120',
        'Result,No differences.',
        expect.stringMatching(/^Created by,.+,user-/),
      ]),
    );
  });

  it('keeps sums of billions whole', async () => {
    const total = { currency: 'EUR' as const, earned: '98765432109.87', takenBack: '-98765432000.00', paidOut: '0.00' };
    api.on(calls.siteAudit, { ...AUDIT, totals: [total] });
    await open();
    await seeText('€98,765,432,109.87', region(HISTORY));
    expect([...overflow(), ...brokenWords()]).toEqual([]);
  });

  it('lists what differs', async () => {
    api.on(calls.siteAudit, { ...AUDIT, differences: 1, findings: [FINDING] });
    await open();
    const history = region(HISTORY);
    const count = '1 difference.';
    await seeText(count, history.getByRole('alert'), { exact: false });
    const finding = 'amount of an entry, as the screens show it: recorded 1.00, expected 2.00';
    await seeText(finding, history);
  });

  it('takes a day that is typed key by key, in one request; the field follows the address', async () => {
    await open();
    const field = region('Scope').getByLabelText('Start date');
    await expect.element(field).toBeVisible();
    (field.element() as HTMLElement).focus();
    const time = manualTime();
    // A second between the keys, in which the field has a day of year 2, 20 and 202.
    for (const key of '02022026') {
      await userEvent.keyboard(key);
      await time.advance(1_000);
    }
    await expect.poll(() => param('from')).toBe('2026-02-02');
    await expect.element(field).toHaveValue('2026-02-02');
    const from = async () => {
      await time.advance(100);
      return api.sent(calls.siteAudit).flatMap(({ query }) => query.from ?? []);
    };
    await expect.poll(from).toEqual(['2026-02-02T00:00:00.000Z']);
    history.replaceState(null, '', '?from=2026-03-03');
    dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(field).toHaveValue('2026-03-03');
  });

  it('that takes long is shown when its file is done', async () => {
    const part = { name: 'audit.json', contentType: 'application/json', bytes: 1 };
    const url = `data:application/json,${encodeURIComponent(JSON.stringify(AUDIT))}`;
    const file = { id: SITE.id, name: 'audit', progress: 1, createdAt: NOW.toISOString(), failure: null };
    const done = { ...file, status: 'done' as const, expiresAt: NOW.toISOString(), parts: [{ ...part, url }] };
    api.on(calls.siteAudit, otherAnswer(202, { file: { id: SITE.id } }));
    api.on(calls.file, done);
    await open();
    await seeText('No differences.', region('Recalculated history'));
  });
});

describe('the scope', () => {
  const panels = ['Recalculated history', 'One report', 'Sample', 'Monthly close', 'What if'];

  it('is chosen once, kept in the address, sent to every call and shown on every answer', async () => {
    history.replaceState(null, '', '/');
    await openScreen(`/sites/${SITE.id}/audit?from=2026-02-01&to=2026-02-28&position=120`);
    const scope = { from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z', position: '120' };
    for (const [call, button, panel] of [
      [calls.auditReport, 'Make the report', 'One report'],
      [calls.auditSample, 'Draw the sample', 'Sample'],
      [calls.whatIf, 'Calculate', 'What if'],
    ] as const) {
      await bringNear(panel);
      await press(button, region(panel));
      await expect.poll(() => api.sent(call).map(({ query }) => query)).toEqual([expect.objectContaining(scope)]);
    }
    expect(api.sent(calls.siteAudit).map(({ query }) => query)).toEqual([scope]);
    for (const panel of panels) {
      await bringNear(panel);
      await seeText(/days in UTC · up to position/, region(panel));
    }
    expect(api.sent(calls.closedMonth).map(({ params }) => params.month)).toEqual(['2026-02']);
    await region('Scope').getByLabelText('As of position').fill('');
    await expect.poll(() => param('position')).toBe(null);
    await expect.poll(() => param('from')).toBe('2026-02-01');
  });

  it('that ends before it begins is refused beside its field, and nothing is asked', async () => {
    await openScreen(`/sites/${SITE.id}/audit?from=2026-03-01&to=2026-02-01`);
    await seeText('The end must be after the start.', region('Scope'));
    await expect.element(region('Recalculated history')).not.toBeInTheDocument();
    expect(api.sent(calls.siteAudit)).toEqual([]);
  });

  it('without a redemption is not called good', async () => {
    api.on(calls.siteAudit, { ...AUDIT, redemptions: 0, reversals: 0, entries: 0, payouts: 0, totals: [] });
    await open();
    const text = '0 redemptions in this period: nothing was checked.';
    await seeText(text, region(HISTORY).getByRole('alert'), { exact: false });
  });

  it('of all sites has the report of each, in one file', async () => {
    api.on(calls.auditReport, { ...REPORT, siteId: SITE.id });
    await openScreen('/audit');
    await press('Make the report of all sites', region('One report'));
    await seeText('No differences. 1 site.', region('One report'));
    await press('Download One report as CSV', region('One report'));
    await expect.poll(() => saved.map(([file]) => file)).toEqual(['Corner-Cafe_One-report_all-days.csv']);
    expect(saved[0]?.[1]).toContain('Corner Café (UTC, position 120): Total');
  });
});

it('one report names what differs, and with whom', async () => {
  const difference = {
    ...{ source: 'ledger' as const, distributor: { id: 'dana', name: 'Dana Distributor' }, currency: 'EUR' as const },
    ...{ figure: 'earned' as const, expected: '12.00', found: '12.01' },
  };
  const sources = REPORT.sources.map((one) => (one.name === 'ledger' ? { ...one, differences: 1 } : one));
  api.on(calls.auditReport, { ...REPORT, sources, differences: [difference] });
  await open();
  await bringNear('One report');
  const report = region('One report');
  await press('Make the report', report);
  await seeText('Ledger, Earned of Dana Distributor: €12.01, by the events €12.00', report);
  await seeText(/^Not compared: the period is not made of whole months/, report);
  await press('Download One report as CSV', report);
  await expect.poll(() => saved.at(-1)?.[1] ?? '').toContain('Ledger,dana,Dana Distributor,EUR,Earned,12.00,12.01');
});

it('the balance at a day names its distributors: now, and before anything was earned', async () => {
  await open();
  await bringNear('Balance on a date');
  const panel = region('Balance on a date');
  await expect.element(panel.getByRole('row', { name: /^Dana Distributor/ })).toBeVisible();
  api.on(calls.siteBalances, { ...BALANCES, totals: [], distributors: [] });
  await panel.getByLabelText('End of day (UTC)').fill('2020-01-31');
  await seeText('No earnings by this date.', panel);
  expect(api.sent(calls.siteBalances).at(-1)?.query.asOf).toBe('2020-01-31T23:59:59.999Z');
});

describe('a statement', () => {
  it.each([
    ['site_owner', `/sites/${SITE.id}/audit`, calls.siteStatement],
    ['distributor', '/payouts', calls.ownStatement],
  ] as const)('for a %s: its fingerprint, its file and its PDF', async (role, path, call) => {
    signIn(role);
    api.on(call, STATED);
    await openScreen(path, { viewport: PHONE });
    await bringNear('Statement');
    const panel = region('Statement');
    await panel.getByLabelText('Fingerprint of the previous statement').fill(FINGERPRINT);
    await press('Create statement', panel);
    await seeText('3 ledger entries.', panel);
    await seeText('Until position 4711, not final: the period is not over.', panel);
    await seeText(`which the PDF also shows: ${FINGERPRINT}.`, panel);
    await press('Download the statement as PDF', panel);
    await press('Download the statement as JSON', panel);
    await expect.poll(() => saved.length).toBe(2);
    const contents = saved.map(([, content]) => content);
    expect(contents.find((content) => content.startsWith('%PDF-'))).toBeDefined();
    expect(contents).toContain(`${canonicalJson(STATED.statement)}\n`);
    expect(api.sent(call)[0]?.query).toMatchObject({
      ...{ from: '2026-07-01T00:00:00.000Z', language: 'en', predecessor: FINGERPRINT },
    });
  });
});
