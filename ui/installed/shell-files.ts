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
export const WORDS = [
  'accounts.json',
  'common.json',
  'my-scans.json',
  'scanner.json',
  'staff-validation.json',
  'shared/shared-texts.ts',
];
/** Draws QR codes. */
const LIBRARIES = /node_modules\/qrcode\//;

/**
 * Files that the service worker caches when it is installed: the application's entry and the offline screens with
 * their imports.
 * @throws Error if a module is not in the build, so that a rename is noticed
 */
export function shellFiles(manifest: Manifest): string[] {
  const words = ['en', 'es'].flatMap((language) => WORDS.map((name) => `locales/${language}/${name}`));
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
