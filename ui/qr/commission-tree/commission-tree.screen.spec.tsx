import { calls } from '@perktree/contracts/catalogue/calls';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { treeRowCalls } from '@perktree/contracts/qr/list-calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, darkFindings } from '../../testing/audit.ts';
import { idOf } from '../../testing/long-list.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { see } from '../../testing/see.ts';
import { openShop, ownSite, QR, SITE } from '../../testing/shop.ts';

const person = (name: string) => ({ id: name, name, isBlocked: false });
const row = (n: number, parent: number | null, level: number, fields: Partial<TreeRow>): TreeRow => ({
  ...{ ...QR, id: idOf(n), parentQrId: parent === null ? null : idOf(parent), level, depth: level },
  ...{ childCount: 0, path: null, ...fields },
});
const SUMMER = row(1, null, 0, { name: 'Summer', isClaimed: true, claimedBy: person('Dora'), childCount: 3 });
const COUNTER = { name: 'Counter', commissionPercent: '4.00', isClaimed: true, claimedBy: person('Emil') };
const BELOW = [
  row(2, 1, 1, { ...COUNTER, childCount: 1 }),
  row(3, 2, 2, { name: 'Table 7', commissionPercent: '1.00' }),
  row(4, 1, 1, { name: 'Window', commissionPercent: '2.00' }),
];

/** Answers the rows of a tree as the server does: a closed branch is left out. */
function giveTree(
  call: typeof treeRowCalls.ofSite | typeof treeRowCalls.ofDistributor,
  root: TreeRow,
  below: TreeRow[],
) {
  api.answerReads('empty');
  signIn(call === treeRowCalls.ofSite ? 'site_owner' : 'distributor');
  openShop([]);
  const answer = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
    if (query.below === undefined) return query.ids === root.id || query.ids === undefined ? [root] : [];
    const open = [root.id, ...(query.toggled?.split(',') ?? [])];
    return below.filter(({ parentQrId }) => parentQrId !== null && open.includes(parentQrId));
  };
  api.on(call, answer, { total: below.length + 1 });
}
const TREE = `/qr-management/tree?site=${SITE.id}&qr=${SUMMER.id}`;
const node = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () => page.getByRole('row').elements().slice(1);
const rowTexts = () => rows().map((one) => one.textContent);
const said = () => page.getByRole('main').element().textContent?.replaceAll('\u00a0', ' ');

it('the commission tree shows owners, redemptions and shares of 100, by keyboard alone, and no finding, light or dark', async () => {
  giveTree(treeRowCalls.ofSite, SUMMER, BELOW);
  await openScreen(TREE, { viewport: PHONE });
  await see({ headings: ['Tree of Summer'] });
  const rest = ['Table 73Not claimed1.00%–0', 'Window2Not claimed2.00%–0'];
  await expect.poll(rowTexts).toEqual(['Summer1Dora10.00%€10.000', 'Counter2Emil4.00%€4.000', ...rest]);
  (node('Counter').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(node('Counter')).toHaveAttribute('aria-pressed', 'true');
  const sentence =
    'A sale of €100.00 with Counter: Dora earns €6.00 (Summer); Emil earns €4.00 (Counter). Total commission: €10.00.';
  await expect.poll(said).toContain(sentence);
  expect([...(await axeFindings()), ...(await darkFindings())]).toEqual([]);
  expect(rowTexts()[0]).toBe('Summer1Dora10.00%€6.000');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(node('Table 7')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(node('Table 7')).toBeInTheDocument();
});

it('shows a tree of 1,000 QRs branch by branch', async () => {
  const branches = Array.from({ length: 9 }, (_, b) => [
    row(100 * (b + 1), 1, 1, { name: `Branch ${b + 1}`, childCount: 110 }),
    ...Array.from({ length: 110 }, (_leaf, n) =>
      row(10_000 + 1_000 * b + n, 100 * (b + 1), 2, { name: `Leaf ${b + 1} ${n + 1}` }),
    ),
  ]);
  giveTree(treeRowCalls.ofSite, { ...SUMMER, childCount: 9 }, branches.flat());
  await openScreen(TREE);
  for (const b of [1, 9]) {
    await page.getByRole('button', { name: `Show 110 QRs below Branch ${b}` }).click();
    await expect.element(node(`Leaf ${b} 110`)).toBeInTheDocument();
    await expect.poll(() => rows().length).toBe(120);
    expect(document.querySelectorAll('*').length).toBeLessThanOrEqual(4_000);
  }
});

it('shows a distributor the shares by the rule of the site, in Spanish', async () => {
  const below = BELOW.map((one) => ({ ...one, claimedBy: null }));
  giveTree(treeRowCalls.ofDistributor, { ...SUMMER, claimedBy: null, isMine: true }, below);
  api.on(calls.ownSiteConfig, ownSite({ canSplit: true }));
  await openScreen(`/qr-management/tree?qr=${SUMMER.id}`, { viewport: PHONE, language: 'es' });
  await see({ headings: ['Árbol de Summer'] }, 'es');
  await node('Counter').click();
  await expect.poll(said).toContain('Tú ganas 6,00 € (Summer); Otro distribuidor gana 4,00 € (Counter)');
});

it('says so when the QR is not there', async () => {
  api.answerReads('empty');
  signIn('site_owner');
  for (const address of [TREE, `/qr-management/tree?site=${SITE.id}&qr=half-an-id`]) {
    await openScreen(address);
    await see({ texts: ['QR code not found'] });
  }
});
