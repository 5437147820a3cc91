/** The build's own account of its files (Vite's manifest.json), as far as it is read here. */
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

/** What works without a network, or says there that it does not: modules by their paths in ui/. */
export const SCREENS = [
  'admin/index.html',
  'admin/shell.tsx',
  'admin/after-start.tsx',
  'admin/offline-page.tsx',
  'lib/toast-area.tsx',
  'components/notifications/bell.tsx',
  'components/notifications/panel.tsx',
  'components/redemption-code/code-dialog.tsx',
  'components/user-menu/open-menu.tsx',
  'features/accounts/login-page.tsx',
  'features/my-scans/my-scans-page.tsx',
  'features/scanner/scanner-page.tsx',
  'features/staff-validation/staff-validation-page.tsx',
];
/** Their catalogues of words. */
export const WORDS = [
  'accounts',
  'common',
  'my-scans',
  'offline',
  'redemption-code',
  'scanner',
  'shell',
  'staff-validation',
];
/** Draws the QR of a code. */
const LIBRARIES = /node_modules\/qrcode\//;

/**
 * The files that the service worker keeps from the start: the application's entry and these screens, with everything
 * that they import. Everything else is kept once it has been fetched.
 * @throws Error where one of the modules is not in the build, so that a rename does not go unnoticed
 */
export function shellFiles(manifest: Manifest): string[] {
  const words = ['en', 'es'].flatMap((language) => WORDS.map((name) => `locales/${language}/${name}.json`));
  const libraries = Object.keys(manifest).filter((key) => LIBRARIES.test(key));
  const missing = [...SCREENS, ...words].filter((key) => !(key in manifest));
  if (missing.length > 0) throw new Error(`not in the build: ${missing.join(', ')}`);
  if (libraries.length === 0) throw new Error('the build has no library that draws a QR');
  const found = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
    chunk.imports?.forEach(add);
  };
  [...SCREENS, ...words, ...libraries].forEach(add);
  return [...found].sort();
}
