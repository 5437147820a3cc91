import { calls } from '@perktree/contracts/catalogue/calls';
import { type Call, XLSX_TYPE } from '@perktree/contracts/kernel/call';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { dialog, press, seeDisabled, seeNoDialog, seeText } from '../../testing/forms.ts';
import { idOf } from '../../testing/long-list.ts';
import { api, openScreen, PHONE, switchTo } from '../../testing/open-screen.tsx';
import { signIn, userOf } from '../../testing/people.ts';
import { savedFiles } from '../../testing/saved-files.ts';
import { openShop, QR, SITE } from '../../testing/shop.ts';

/** The search, the filter and the order of a list are in the address: they survive a reload, and Back undoes a choice. */
const query = () => Object.fromEntries(new URLSearchParams(location.search));
const asked = (call: Call) => {
  const { limit: _limit, levels: _levels, ...rest } = api.sent(call).at(-1)?.query ?? {};
  return rest;
};
async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).first().click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

beforeEach(() => {
  api.answerReads('filled');
  signIn('site_owner');
});

const TREES = `/qr-management?site=${SITE.id}`;
const REDEMPTIONS = `/sites/${SITE.id}/redemptions`;
const REVERSED = ['Reversed', 'reversed'] as const;
it.each([
  ['QR codes of a site', 'site_owner', TREES, treeRowCalls.ofSite, '', ['Not claimed', 'unclaimed'], ['Name', 'name']],
  ['redemptions', 'site_owner', REDEMPTIONS, calls.siteRedemptions, '', REVERSED, ['Oldest', 'oldest']],
  ['the ledger', 'distributor', '/payouts', calls.ledger, 'ledger-', ['Paid', 'paid'], ['Amount', 'amount']],
  ['validations', 'staff', '/staff-validation', calls.validations, '', REVERSED, null],
] as const)('%s', async (_, role, path, call, prefix, show, sort) => {
  signIn(role);
  await openScreen(path, { viewport: PHONE });
  const first = query();
  const search = page.getByRole('searchbox').first();
  const expected: Record<string, string> = {};
  const isInAddress = async () => {
    const inAddress = Object.entries(expected).map(([name, value]) => [prefix + name, value]);
    await expect.poll(query).toEqual({ ...first, ...Object.fromEntries(inAddress) });
  };
  const follows = async () => {
    await isInAddress();
    await expect.poll(() => asked(call)).toEqual(expected);
  };
  if (sort) {
    await choose('Sort by', sort[0]);
    expected.sort = sort[1];
    await follows();
  }
  await search.fill('Ferry 20 %');
  expected.q = 'Ferry 20 %';
  await follows();
  await choose('Show', show[0]);
  expected.show = show[1];
  await follows();
  history.back();
  delete expected.show;
  await isInAddress();
  history.forward();
  expected.show = show[1];
  await isInAddress();
  // A reload: the address is all that stays.
  await openScreen(location.pathname + location.search, { viewport: PHONE });
  await expect.element(search).toHaveValue('Ferry 20 %');
  await follows();
});

it('CSV and Excel have what the list shows, without its pages, and are named by what, site and day; CSV has the chosen separators', async () => {
  const saved = savedFiles();
  openShop([QR]);
  await openScreen(`/qr-management?site=${SITE.id}&show=unclaimed&q=Winter`);
  const download = async (name: string) => {
    const before = saved.length;
    await page.getByRole('button', { name }).click();
    await expect.poll(() => saved.length).toBe(before + 1);
    const { query: sent, headers } = api.sent(treeRowCalls.ofSite).at(-1) ?? {};
    expect(sent).toEqual({ show: 'unclaimed', q: 'Winter' });
    return [saved.at(-1)?.[0], headers?.get('Accept')];
  };
  const day = '2026-07-01';
  const [english, spanish] = [`Corner-Cafe_QR-Commission-Tree_${day}`, `Corner-Cafe_Arbol-de-comisiones-QR_${day}`];
  const commas = 'text/csv;head=working-paper';
  const csv = 'Download QR Commission Tree as CSV';
  expect(await download(csv)).toEqual([`${english}.csv`, commas]);
  localStorage.setItem('csv-format', 'semicolon');
  expect(await download(csv)).toEqual([`${english}.csv`, `${commas};separator=semicolon`]);
  await switchTo({ language: 'es' });
  expect(await download('Descargar Árbol de comisiones QR para Excel')).toEqual([`${spanish}.xlsx`, XLSX_TYPE]);
  localStorage.removeItem('csv-format');
  const asCsv = /^Descargar Árbol de comisiones QR (en|como) CSV$/;
  const name = page.getByRole('button', { name: asCsv }).element().getAttribute('aria-label') ?? '';
  expect(await download(name)).toEqual([`${spanish}.csv`, `${commas};separator=semicolon`]);
});

it.each(['as CSV', 'for Excel'])('a download %s asks for a new login when the session has ended', async (how) => {
  const saved = savedFiles();
  openShop([QR]);
  await openScreen(`/qr-management?site=${SITE.id}`);
  const download = page.getByRole('button', { name: `Download QR Commission Tree ${how}` });
  await seeDisabled(download, false);
  api.on(treeRowCalls.ofSite, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
  await download.click();
  await dialog().getByLabelText('Password').fill('correct horse');
  api.on(calls.login, () => {
    openShop([QR]);
    return userOf('site_owner');
  });
  await press('Log in');
  await expect.poll(() => saved.length).toBe(1);
  await seeNoDialog();
});

it('a find is shown with the path to it', async () => {
  openShop([]);
  const path = ['Bread', 'Counter', 'Window'].map((name, n) => ({ id: idOf(n), name }));
  api.on(treeRowCalls.ofSite, [{ ...QR, name: 'Ferry', level: 3, childCount: 0, path }], { total: 1 });
  await openScreen(`/qr-management?site=${SITE.id}&q=ferry`);
  await seeText('In Bread › Counter › Window', page, { exact: true });
});
