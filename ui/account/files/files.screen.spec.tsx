import { calls } from '@perktree/contracts/catalogue/calls';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { otherAnswer } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { openShop, SITE } from '../../testing/shop.ts';

const ID = '00000000-0000-4000-8000-000000000071';
const PART = {
  ...{ name: 'statement_Corner-Cafe_2026-06-01_2026-07-01.json', contentType: 'application/json', bytes: 2_048 },
  url: `/api/me/files/${ID}/parts/0`,
};
const FILE: FileAnswer = {
  ...{
    id: ID,
    name: 'statement_Corner-Cafe_2026-06-01_2026-07-01',
    status: 'running',
    progress: 0.5,
    parts: [],
    failure: null,
  },
  ...{ createdAt: NOW.toISOString(), expiresAt: '2026-07-02T10:00:00.000Z' },
};
const DONE: FileAnswer = { ...FILE, status: 'done', progress: 1, parts: [PART] };

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  openShop([]);
});

it('a report that takes long is found under Files, can be downloaded, and deleted', async () => {
  api.on(calls.siteStatement, otherAnswer(202, { file: { id: ID } }));
  api.on(calls.file, FILE);
  api.on(calls.listFiles, [DONE]);
  await openScreen(`/sites/${SITE.id}/audit`, { viewport: PHONE });
  const panel = page.getByRole('region', { name: 'Statement', exact: true });
  await press('Create statement', panel);
  await expect.element(panel.getByText('You can leave this page', { exact: false })).toBeVisible();
  await panel.getByRole('link', { name: 'Open Files' }).click();
  await expect.element(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect.element(row.getByText('Statement')).toBeVisible();
  await expect.element(row.getByText('Ready')).toBeVisible();
  const link = row.getByRole('link', { name: `Download ${PART.name}` });
  await expect.element(link).toHaveAttribute('href', PART.url);
  await expect.element(link).toHaveAttribute('download');
  api.on(calls.deleteFile, () => {
    api.on(calls.listFiles, []);
    return undefined;
  });
  await row.getByRole('button', { name: /^Delete / }).click();
  await expect.element(page.getByText('No files', { exact: true })).toBeVisible();
  expect(api.sent(calls.deleteFile).map(({ params }) => params)).toEqual([{ fileId: ID }]);
});

it('the export of a customer in Spanish', async () => {
  signIn('customer');
  const name = 'my-data_2026-07-01';
  const part = { ...PART, name: `${name}.json` };
  api.on(calls.exportOwnData, otherAnswer(202, { file: { id: ID } }));
  api.on(calls.file, { ...DONE, name, parts: [part] });
  await openScreen('/account', { viewport: PHONE, language: 'es' });
  await press('Descargar mis datos', page);
  const link = page.getByRole('link', { name: `Descargar ${name}.json` });
  await expect.element(link).toHaveAttribute('href', PART.url);
  api.on(calls.listFiles, [{ ...DONE, name, parts: [part] }]);
  await openScreen('/files', { viewport: PHONE, language: 'es' });
  await expect.element(page.getByText('Mis datos')).toBeVisible();
});
