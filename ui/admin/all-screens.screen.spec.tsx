import type { FileAnswer } from '@perktree/contracts/account/file-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_PATHS, accountPathOf } from '../public/account-path.ts';
import { ALL_SCREENS, SITE_ID } from '../testing/all-screens.ts';
import { axeFindings, CONTRAST, darkFindings, overflow, smallTargets, TARGET_SIZE } from '../testing/audit.ts';
import { openPublicPage } from '../testing/open-public-page.tsx';
import { api, DESKTOP, NOW, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
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
  ...{ id: SITE_ID, name: 'statement-2026-06-01-2026-07-01', status: 'running', progress: 0.5, parts: [] },
  ...{ createdAt: NOW.toISOString(), expiresAt: '2026-07-02T10:00:00.000Z', failure: null },
};

/**
 * Each once: the language, the width and what the lists hold are independent of each other. So are the slow rules of axe:
 * colours are the same in all looks, and targets are smallest on a phone with filled lists.
 */
const LOOKS = [
  ['on a desktop, filled', { viewport: DESKTOP, language: 'en' }, 'filled', [TARGET_SIZE]],
  ['on a phone in Spanish, filled', { viewport: PHONE, language: 'es' }, 'filled', [CONTRAST]],
  ['on a phone, empty', { viewport: PHONE, language: 'en' }, 'empty', [CONTRAST, TARGET_SIZE]],
] as const;

describe.each(LOOKS)('%s', (_, look, fill: Fill, leftOut) => {
  it.each(ALL_SCREENS)('%s of %s fits, has all its texts, and nothing that axe finds', async (path, viewer) => {
    api.answerReads(fill);
    api.on(calls.listFiles, [FILE]);
    signIn(viewer);
    const open = accountPathOf(path.replace(/\?.*/, '')) === null ? openScreen : openPublicPage;
    await open(path, look);
    await settled();
    expect(await axeFindings(leftOut)).toEqual([]);
    if (look.viewport === PHONE) expect([...overflow(), ...smallTargets()]).toEqual([]);
    else expect(await darkFindings()).toEqual([]);
  });
});
