import { calls } from '@perktree/contracts/catalogue/calls';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { otherAnswer, refusal } from '../../testing/fake-api.ts';
import { press, region, seeText } from '../../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { asOwner, SITE } from '../../testing/shop.ts';

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
  asOwner();
});

it('a report that takes long is found under Files, can be downloaded, and deleted', async () => {
  api.on(calls.siteStatement, otherAnswer(202, { file: { id: ID } }));
  api.on(calls.file, FILE);
  api.on(calls.listFiles, [DONE]);
  await openScreen(`/sites/${SITE.id}/audit`, { viewport: PHONE });
  const panel = region('Statement');
  await press('Create statement', panel);
  await seeText('You can leave this page', panel, { exact: false });
  await panel.getByRole('link', { name: 'Open Files' }).click();
  await expect.element(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  const row = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await seeText('Statement', row);
  await seeText('Ready', row);
  const link = row.getByRole('link', { name: `Download ${PART.name}` });
  await expect.element(link).toHaveAttribute('href', PART.url);
  await expect.element(link).toHaveAttribute('download');
  // A browser shows nothing of a download that is refused.
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  api.on(calls.user, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
  await link.click();
  await seeText('Your session has ended', page.getByRole('dialog'));
  await press('Cancel');
  expect(save).not.toHaveBeenCalled();
  asOwner();
  await link.click();
  await expect.poll(() => save.mock.contexts.map((file) => (file as HTMLAnchorElement).download)).toEqual([PART.name]);
  save.mockRestore();
  api.on(calls.deleteFile, () => {
    api.on(calls.listFiles, []);
    return undefined;
  });
  await row.getByRole('button', { name: /^Delete / }).click();
  await seeText('No files', page, { exact: true });
  expect(api.params(calls.deleteFile)).toEqual([{ fileId: ID }]);
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
  await seeText('Mis datos');
});
