import { expect, it } from 'vitest';
import { type Manifest, OFFLINE_SCREENS, OFFLINE_WORDS, shellFiles } from './shell-files.ts';

const words = ['en', 'es'].flatMap((language) => OFFLINE_WORDS.map((name) => `locales/${language}/${name}`));
const built: Manifest = {
  ...Object.fromEntries([...OFFLINE_SCREENS, ...words].map((key) => [key, { file: `assets/${key}.js` }])),
  'admin/index.html': { file: 'assets/entry.js', imports: ['_shared.js'], css: ['assets/entry.css'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['admin/index.html'], assets: ['assets/icon.svg'] },
  '../node_modules/qrcode/lib/browser.js': { file: 'assets/qr.js' },
  'payout/payouts-page.tsx': { file: 'assets/payouts.js' },
};

it('lists the entry and the offline screens with their imports, each file once, and no other screen', () => {
  const files = shellFiles(built);
  expect(files).toEqual([...new Set(files)]);
  for (const file of ['entry.js', 'entry.css', 'shared.js', 'icon.svg', 'qr.js'])
    expect(files).toContain(`assets/${file}`);
  expect(files).toHaveLength(OFFLINE_SCREENS.length + words.length + 4);
});

it('throws if a screen, catalogue or library is not in the build', () => {
  for (const gone of [
    'admin/shell.tsx',
    'locales/es/shared/shared-texts.ts',
    '../node_modules/qrcode/lib/browser.js',
  ]) {
    const { [gone]: _, ...rest } = built;
    expect(() => shellFiles(rest)).toThrow(/not in the build|no library/);
  }
});
