import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localOf } from '../../lib/days.ts';
import { overflow } from '../../testing/audit.ts';
import { press, region, seeText } from '../../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { asOwner, BENEFIT, QR, SITE } from '../../testing/shop.ts';

const node = (n: number, name: string, children: TreeAsOfNode[], more: Partial<TreeAsOfNode> = {}): TreeAsOfNode => ({
  ...{ qrId: `00000000-0000-4000-8000-00000000005${n}`, name, internalName: null, depth: n === 1 ? 0 : 1 },
  ...{ benefitDisplay: BENEFIT.benefit, benefitTerms: BENEFIT.benefitTerms, commissionPercent: '10.00' },
  ...{ availableCommission: 6, isClaimed: false },
  ...{ owner: null, isActive: true, issuePeriod: 1, expiresAtUtc: '2099-01-02T03:04:05.000Z', maxRedemptions: 3 },
  ...{ totalScans: 0, totalRedemptions: 0, periodRedemptions: 0, createdAt: NOW.toISOString(), children, ...more },
});
const owner = { id: 'dana', name: 'Dana Distributor' };
const HARBOUR = node(2, 'Harbour Flyers', []);
const FERRY = node(3, 'Ferry Terminal', []);
/** The trees after each event, by its position. */
const TREES: Readonly<Record<string, readonly TreeAsOfNode[]>> = {
  1: [node(1, 'Summer', [])],
  2: [node(1, 'Summer', [HARBOUR])],
  3: [node(1, 'Summer', [HARBOUR, FERRY], { owner, isClaimed: true })],
};
const mark = (asOf: string, kind: string, minute: string) => ({
  ...{ asOf, kind, at: `2026-07-01T09:${minute}:00.000Z`, qrId: QR.id, events: 1 },
});

beforeEach(() => {
  asOwner();
  const marks = [mark('1', 'RootQrCreated', '01'), mark('2', 'QrSplit', '02'), mark('3', 'QrClaimed', '03')];
  api.on(calls.siteMarks, { siteId: SITE.id, events: 3, marks });
  api.on(calls.siteTreeAsOf, ({ query: { asOf = '3' } }) => {
    const position = marks.findLast((one) => one.asOf === asOf || one.at <= asOf)?.asOf ?? asOf;
    return { siteId: SITE.id, asOf: NOW.toISOString(), position, trees: [...(TREES[position] ?? [])] };
  });
});

describe('the history of a site', () => {
  const trees = () => page.getByRole('region', { name: 'Commission trees at this time' });
  const rows = () => expect.poll(() => trees().getByRole('row').elements().length);

  it('goes from event to event by the keyboard, and its address opens the same view', async () => {
    await openScreen('/sites', { viewport: PHONE });
    await page.getByRole('link', { name: `History of ${SITE.name}` }).click();
    await rows().toBe(3);
    expect(overflow()).toEqual([]);
    const says = (text: string) => expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
    await userEvent.fill(page.getByLabelText('Selected time'), localOf(Date.parse('2026-07-01T09:01:00.000Z')));
    await says('QR created');
    await rows().toBe(1);
    await seeText('20% Discount · Not claimed', trees());
    await press('Next event', page);
    await says('QR split');
    await rows().toBe(2);
    await press('Next event', page);
    await rows().toBe(3);
    await press('Previous event', page);
    await rows().toBe(2);
    const address = location.pathname + location.search;
    await openScreen(address, { viewport: PHONE });
    await rows().toBe(2);
    await says('QR split');
  });

  it('has the newest events when it is opened again', async () => {
    await openScreen(`/sites/${SITE.id}/history`);
    await rows().toBe(3);
    await page.getByRole('link', { name: 'Sites' }).first().click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible();
    api.on(calls.siteMarks, { siteId: SITE.id, events: 1, marks: [mark('1', 'RootQrCreated', '01')] });
    history.back();
    await rows().toBe(1);
  });

  it('shows what changed between two moments', async () => {
    await openScreen(`/sites/${SITE.id}/history`, { viewport: PHONE });
    await page.getByRole('switch', { name: 'Compare with an earlier time' }).click();
    for (const text of ['Claimed by: nothing → Dana Distributor', 'Ferry Terminal (new)'])
      await seeText(text, page.getByRole('region', { name: 'What changed' }));
    expect(document.querySelectorAll('input[type=datetime-local]')).toHaveLength(2);
    expect([...new URLSearchParams(location.search).keys()].sort()).toEqual(['at', 'since']);
    // The two times the other way round mean the same.
    const [at, since] = ['at', 'since'].map((name) => new URLSearchParams(location.search).get(name) ?? '');
    const reversed = new URLSearchParams({ at: `${since}`, since: `${at}` });
    await openScreen(`/sites/${SITE.id}/history?${reversed}`, { viewport: PHONE });
    const times = () =>
      [...document.querySelectorAll<HTMLInputElement>('input[type=datetime-local]')].map(({ value }) => value);
    await expect.poll(() => times().length).toBe(2);
    expect(times()).toEqual(times().toSorted());
  });
});

describe('the terms of a site', () => {
  const by = { role: 'site_owner', person: { id: 'olga', name: 'Olga Owner' } };
  const change = (id: string, term: string, before: string | null, after: string | null): TermChange => ({
    ...{ id, eventId: QR.id, position: '4711', at: '2026-07-01T09:05:00.000Z', event: 'SiteConfigured' },
    ...{ actor: by, command: 'ConfigureSite', qr: null, term, decidesMoney: true, before, after, reason: null },
  });
  const CHANGES = [
    change('1', 'minimumPayout', '20.00', '50.00'),
    change('2', 'commissionHoldDays', '14', '30'),
    { ...change('3', 'commissionPercent', '4.00', '3.50'), qr: { id: QR.id, name: 'Harbour' } },
    { ...change('4', 'blockedDistributor', null, 'Dana (dana)'), reason: 'Forged coupons' },
    change('5', 'commissionRule', 'path_differential', 'fixed_per_tier tierAmounts 5.00;2.00'),
  ];

  it('are shown before and after, by whom and since which event', async () => {
    api.on(calls.siteTerms, CHANGES, { total: CHANGES.length });
    await openScreen(`/sites/${SITE.id}/history`, { viewport: PHONE });
    const panel = region('Terms');
    for (const text of [
      'Minimum payout',
      '€20.00 → €50.00',
      '14 days → 30 days',
      'Commission percent · Harbour',
      '4.00% → 3.50%',
      'Reason: Forged coupons',
      'Olga Owner (Site Owner) · Jul 1, 2026, 9:05\u202fAM · event 4711',
    ])
      await expect.element(panel.getByText(text).first()).toBeVisible();
    expect(overflow()).toEqual([]);
    await panel.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Terms that decide money' }).click();
    await expect.poll(() => api.sent(calls.siteTerms).at(-1)?.query).toMatchObject({ show: 'terms' });
    expect(new URLSearchParams(location.search).get('term-show')).toBe('terms');
  });
});
