import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './product.ts';

const run = promisify(execFile);
/** Version 0.1.0 before there were tags. */
const WITHOUT_TAGS = 'b0e7fd15556be10b31ee6fabedff175de8f67299';

export interface PreviousRelease {
  /** The newest tag, or a commit. */
  readonly name: string;
  /** Its built program. @param name of dist/server, such as `standalone` */
  program(name: string): string;
  remove(): void;
}

/** The newest tag, or a commit where there are none; null if this checkout has no history. */
export async function nameOfPreviousRelease(): Promise<string | null> {
  const git = (...words: string[]) => run('git', ['-C', ROOT, ...words]).then(({ stdout }) => stdout.trim());
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD').catch(() => WITHOUT_TAGS);
  return git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`).then(
    () => tag,
    () => null,
  );
}

/** Builds a release from the repository's history in a temporary folder, with its own packages. Takes minutes. */
export async function buildRelease(name: string): Promise<PreviousRelease> {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-previous-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', ROOT, name, folder]);
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: '' } };
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], options);
    await run(process.execPath, ['scripts/build.mjs'], options);
    return { name, program: (each) => join(folder, `dist/server/${each}.js`), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
