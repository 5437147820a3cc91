import { calls } from '@perktree/contracts/catalogue/calls';
import type { FileAnswer } from '@perktree/contracts/kernel/file-calls';
import { matchPath } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT_PATHS, accountPathOf } from '../public/page-of-path.ts';
import { ALL_SCREENS, SITE_ID } from '../testing/all-screens.ts';
import {
  axeFindings,
  brokenWords,
  CONTRAST,
  colourFindings,
  darkFindings,
  overflow,
  smallTargets,
  TARGET_SIZE,
  untranslated,
} from '../testing/audit.ts';
import { openPublicPage } from '../testing/open-public-page.tsx';
import { api, DESKTOP, NOW, openScreen, PHONE, settled, switchTo } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import type { Fill } from '../testing/sample.ts';
import { OPEN_SCREENS, SCREENS } from './screens.ts';

it('every route is in the list of screens', () => {
  const paths = ALL_SCREENS.map(([path]) => path.replace(/\?.*/, ''));
  const missing = [...ACCOUNT_PATHS, ...Object.keys({ ...OPEN_SCREENS, ...SCREENS })].filter(
    (route) => !paths.some((path) => matchPath(route, path)),
  );
  expect(missing).toEqual([]);
});

const FILE: FileAnswer = {
  ...{ id: SITE_ID, name: 'statement_Corner-Cafe_2026-06-01_2026-07-01', status: 'running', progress: 0.5, parts: [] },
  ...{ createdAt: NOW.toISOString(), expiresAt: '2026-07-02T10:00:00.000Z', failure: null },
};

const open = async (path: string, viewer: (typeof ALL_SCREENS)[number][1], fill: Fill, look = {}) => {
  api.answerReads(fill);
  api.on(calls.listFiles, [FILE]);
  signIn(viewer);
  await (isPublic(path) ? openPublicPage : openScreen)(path, look);
  await settled();
};
/** Screens that show each role's menu, whose colours are the same on all. */
const WITH_MENU = ['/dashboard', '/account', '/audit'];
/** WCAG 1.4.10 wants no sideways scrolling at it, which is also a window of 1280 at a zoom of 400 %. In CSS pixels. */
const MIN_WIDTH = 320;
const isPublic = (path: string) => accountPathOf(path.replace(/\?.*/, '')) !== null;

/**
 * The language, the width and what the lists hold are independent of each other. So are the slow rules of axe, each checked in one
 * of the looks: colours are the same in all, and targets are smallest on a phone with filled lists.
 */
it.each(ALL_SCREENS)(
  '%s of %s fits, has all its texts, and nothing that axe finds: on a desktop, then on a phone in Spanish',
  async (path, viewer) => {
    await open(path, viewer, 'filled', { viewport: DESKTOP });
    const part = (viewer === null || WITH_MENU.includes(path) ? null : document.querySelector('main')) ?? document;
    if (WITH_MENU.includes(path)) expect(await axeFindings([CONTRAST, TARGET_SIZE])).toEqual([]);
    expect([...(await colourFindings(part)), ...(await darkFindings(part))]).toEqual([]);
    if (isPublic(path)) await openPublicPage(path, { language: 'es' });
    else await switchTo({ language: 'es', viewport: PHONE });
    await settled();
    const found = [...(await axeFindings([CONTRAST])), ...overflow(), ...smallTargets(), ...untranslated()];
    expect([...found, ...brokenWords()]).toEqual([]);
    await page.viewport(MIN_WIDTH, PHONE.height);
    await settled();
    expect([...brokenWords(), ...overflow()]).toEqual([]);
  },
);

it.each(ALL_SCREENS.filter(([path, viewer]) => viewer !== null && !isPublic(path)))(
  '%s of %s with empty lists, on a phone in Spanish',
  async (path, viewer) => {
    await open(path, viewer, 'empty', { viewport: PHONE, language: 'es' });
    const found = [...overflow(), ...smallTargets(), ...untranslated()];
    expect([...(await axeFindings([CONTRAST, TARGET_SIZE])), ...found]).toEqual([]);
  },
);
