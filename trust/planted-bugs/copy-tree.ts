import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Not sources: what is installed, built, or kept by a run. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'test-results', '.vite']);

/** A copy of the sources in which something may be broken. What is installed is shared with the original. */
export function copyTree(root: string): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-planted-'));
  // Pictures at the top; below e2e there is a program of that name.
  const isCopied = (source: string) =>
    source === root || (source !== join(root, 'screenshots') && !LEFT_OUT.has(basename(source)));
  cpSync(root, folder, { recursive: true, filter: isCopied });
  shareInstalled(join(root, 'node_modules'), join(folder, 'node_modules'));
  // No bug is planted in the screens, and programs want to serve some.
  const screens = join(root, 'ui/dist');
  if (existsSync(screens)) symlinkSync(screens, join(folder, 'ui/dist'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links to each package; the product's own workspaces are those of the copy. */
function shareInstalled(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@perktree' || name.startsWith('.vite')) continue;
    symlinkSync(join(from, name), join(to, name));
  }
  mkdirSync(join(to, '@perktree'));
  for (const name of readdirSync(join(from, '@perktree'))) {
    symlinkSync(readlinkSync(join(from, '@perktree', name)), join(to, '@perktree', name));
  }
}
