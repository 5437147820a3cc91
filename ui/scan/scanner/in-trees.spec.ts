import type { TreeRow } from '@perktree/contracts/qr/answers';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { ListFooter } from '../../kit/list/list-footer.tsx';
import type { LoadedList } from '../../lib/use-api.ts';
import common from '../../locales/en/common.json';
import { inTrees } from './qr-codes-tab.tsx';

const made = { id: 'made', parentQrId: null, isClaimed: false } as TreeRow;
const claimed = { id: 'claimed', parentQrId: null, isClaimed: true } as TreeRow;
const child = { id: 'child', parentQrId: 'claimed', isClaimed: false } as TreeRow;
const rows = (items: readonly TreeRow[] | undefined, hasMore: boolean) =>
  inTrees({ items, hasMore } as LoadedList<TreeRow>).items;

it('leaves out created roots, and is not empty before the last page', () => {
  expect(rows([made, claimed, child], true)).toEqual([claimed, child]);
  expect(rows([made], true)).toBeUndefined();
  expect(rows([made], false)).toEqual([]);
  expect(rows(undefined, false)).toBeUndefined();
});

it('counts the created roots, which the page shows too, as shown', async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { common } }, defaultNS: 'common', showSupportNotice: false });
  const pages = { items: [made, claimed, child] as const, hasMore: true, total: 5, firstIndex: 0, error: null };
  const list = inTrees(pages as Partial<LoadedList<TreeRow>> as LoadedList<TreeRow>);
  const footer = createElement(I18nextProvider, { i18n }, createElement(ListFooter, { list }));
  expect(renderToStaticMarkup(footer)).toContain('3 of 5 shown. 2 more.');
});
