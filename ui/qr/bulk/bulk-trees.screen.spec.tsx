import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth } from '../../testing/see.ts';
import { openShop, QR, SITE } from '../../testing/shop.ts';

const TREE =
  'name,parent,type,textReward,commissionPercent\nRoot,,TEXT_REWARD,Tea,10\nLeaf,Branch,TEXT_REWARD,Tea,\nBranch,Root,TEXT_REWARD,Tea,4\nAlone,,TEXT_REWARD,Tea,7\n';

beforeEach(() => {
  signIn('site_owner');
  openShop([]);
});

const choose = async (text: string) => {
  await openScreen(`/qr-management/bulk?site=${SITE.id}`, { viewport: PHONE });
  const input = () => document.querySelector('input[type=file]');
  await expect.poll(input).not.toBeNull();
  await userEvent.upload(page.elementLocator(input() as Element), new File([text], 'trees.csv', { type: 'text/csv' }));
};

it('trees of a file are checked, shown with their parents, and created whole', async () => {
  api.on(calls.importTree, ({ body }) => ({
    rootQrId: QR.id,
    created: (body as { checkOnly?: boolean }).checkOnly ? 0 : 3,
  }));
  api.on(calls.createQr, QR);
  await choose(TREE);
  await expect.element(page.getByRole('cell', { name: 'Site setting' })).toBeVisible();
  const checks = api.sent(calls.importTree).map(({ body }) => body as { qrs: object[]; checkOnly?: boolean });
  expect(checks).toMatchObject([
    {
      checkOnly: true,
      qrs: [
        { name: 'Root', parent: null, commissionPercent: '10' },
        { name: 'Branch', parent: 0 },
        { name: 'Leaf', parent: 1 },
      ],
    },
  ]);
  expect(overflow()).toEqual([]);
  await page.getByRole('button', { name: 'Create 4 QR codes' }).click();
  await expect.element(page.getByText('4 of 4 created')).toBeVisible();
  expect(api.sent(calls.importTree)).toHaveLength(2);
  expect(api.sent(calls.importTree)[1]?.body).not.toHaveProperty('checkOnly');
  expect(api.sent(calls.createQr).map(({ body }) => body)).toMatchObject([{ name: 'Alone', commissionPercent: '7' }]);
});

it('trees show parents by their rows, and which siblings have one name', async () => {
  api.on(calls.importTree, { rootQrId: QR.id, created: 0 });
  await choose(`${TREE}Leaf,Branch,TEXT_REWARD,Tea,\nLeaf,Root,TEXT_REWARD,Tea,\n`);
  await expect.element(page.getByText(/^Rows 3, 6 have the same name, .*Leaf/)).toBeVisible();
  await expect.element(page.getByRole('cell', { name: /Branch.* \(row 4\)/ }).first()).toBeVisible();
  expect(document.querySelectorAll('main [role=alert]')).toHaveLength(1);
});

it('trees that the server would refuse name the row, and nothing is created', async () => {
  const values = { available: '6.00', row: 1 };
  api.on(calls.importTree, refusal(400, 'Maximum available commission is 6.00%', 'COMMISSION_TOO_HIGH', { values }));
  await choose(TREE);
  await expect.element(page.getByText('Nothing was created.', { exact: false })).toBeVisible();
  await expect
    .poll(() => document.querySelector('main li')?.textContent)
    .toMatch(/^Row 4: Maximum available commission is 6/);
  await expect.element(page.getByRole('button', { name: 'Create 4 QR codes' })).not.toBeInTheDocument();
});

it('rows with an unknown parent are problems before the server is asked', async () => {
  await choose('name,parent,type,textReward\nRoot,,TEXT_REWARD,Tea\nLeaf,Nowhere,TEXT_REWARD,Tea\n');
  const problem = [
    'Row 3, parent: No row has this name or number.',
    'Fila 3, parent: Ninguna fila tiene este nombre o número.',
  ] as const;
  await inBoth((say) => expect.poll(() => document.querySelector('main li')?.textContent).toBe(say(problem)));
  expect(api.sent(calls.importTree)).toHaveLength(0);
});
