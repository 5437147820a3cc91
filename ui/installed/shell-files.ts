import { LANGUAGES } from '../../contracts/kernel/languages.ts';

/** The parts of Vite's manifest.json that are used here. */
export type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly css?: readonly string[];
      readonly assets?: readonly string[];
    }
  >
>;

/** Modules (paths in ui/) of the screens that work offline or show the offline notice. */
export const OFFLINE_SCREENS = [
  'admin/index.html',
  'admin/shell.tsx',
  'admin/after-start.tsx',
  'admin/offline-page.tsx',
  'lib/toast-area.tsx',
  'notification/shared/bell.tsx',
  'notification/shared/panel.tsx',
  'redemption/shared/code/code-dialog.tsx',
  'kit/user-menu/open-menu.tsx',
  'scan/my-scans/my-scans-page.tsx',
  'scan/scanner/qr-codes-tab.tsx',
  'scan/scanner/scanner-page.tsx',
  'redemption/counter/counter-page.tsx',
];
export const OFFLINE_WORDS = ['common.json', 'my-scans.json', 'scanner.json', 'counter.json', 'shared/shared-texts.ts'];
/** Draws QR codes. */
const LIBRARIES = /node_modules\/qrcode\//;

/**
 * Files that the service worker caches when it is installed: the application's entry and the offline screens with
 * their imports.
 * @throws Error if a module is not in the build, so that a rename is noticed
 */
export function shellFiles(manifest: Manifest): string[] {
  const words = LANGUAGES.flatMap((language) => OFFLINE_WORDS.map((name) => `locales/${language}/${name}`));
  const libraries = Object.keys(manifest).filter((key) => LIBRARIES.test(key));
  const missing = [...OFFLINE_SCREENS, ...words].filter((key) => !(key in manifest));
  if (missing.length > 0) throw new Error(`not in the build: ${missing.join(', ')}`);
  if (libraries.length === 0) throw new Error('the build has no library that draws a QR');
  return filesOf(manifest, [...OFFLINE_SCREENS, ...words, ...libraries]).sort();
}

/** Paths of the files that the dashboard loads first, in a language: the login page requests them when it is idle. */
export function dashboardFiles(manifest: Manifest, language: string): string[] {
  const words = ['common.json', 'dashboard.json', 'shared/shared-texts.ts'].map(
    (name) => `locales/${language}/${name}`,
  );
  const modules = ['admin/index.html', 'admin/shell.tsx', 'dashboard/dashboard-page.tsx', ...words];
  return filesOf(manifest, modules)
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `/${file}`);
}

/** Files of modules, with their imports. */
function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
    chunk.imports?.forEach(add);
  };
  keys.forEach(add);
  return [...found];
}
