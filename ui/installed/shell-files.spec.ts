import { expect, it } from 'vitest';
import { type Manifest, OFFLINE_SCREENS, OFFLINE_WORDS, shellFiles } from './shell-files.ts';

const words = ['en', 'es'].flatMap((language) => OFFLINE_WORDS.map((name) => `locales/${language}/${name}`));
const LIBRARY = '../node_modules/qrcode/lib/browser.js';
const built: Manifest = {
  ...Object.fromEntries([...OFFLINE_SCREENS, ...words].map((key) => [key, { file: `assets/${key}.js` }])),
  'admin/index.html': { file: 'assets/entry.js', imports: ['_shared.js'], css: ['assets/entry.css'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['admin/index.html'], assets: ['assets/icon.svg'] },
  [LIBRARY]: { file: 'assets/qr.js' },
  'payout/payouts-page.tsx': { file: 'assets/payouts.js' },
};

it('lists the entry and the offline screens with their imports, each file once, and no other screen; throws if one is not built', () => {
  const files = shellFiles(built);
  const others = ['entry.js', 'entry.css', 'shared.js', 'icon.svg', 'qr.js'].map((name) => `assets/${name}`);
  expect(files).toEqual(expect.arrayContaining(others));
  expect([files.length, new Set(files).size]).toEqual(Array(2).fill(OFFLINE_SCREENS.length + words.length + 4));
  for (const gone of ['admin/shell.tsx', 'locales/es/shared/shared-texts.ts', LIBRARY]) {
    const { [gone]: _, ...rest } = built;
    expect(() => shellFiles(rest)).toThrow(/not in the build|no library/);
  }
});
