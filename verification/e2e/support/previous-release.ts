import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './product.ts';

const run = promisify(execFile);
/** Longest time of the installation and of the build, in milliseconds: a test that has ended leaves none of them running. */
const STEP_MS = 280_000;
/** Version 0.1.0 before there were tags. */
const WITHOUT_TAGS = 'b0e7fd15556be10b31ee6fabedff175de8f67299';

export interface PreviousRelease {
  /** The newest tag, or a commit. */
  readonly name: string;
  /** Its built program. @param name of dist/server, such as `standalone` */
  program(name: string): string;
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

/** Builds a release from the repository's history with its own packages, which takes minutes, and keeps it for later runs. */
export async function buildRelease(name: string): Promise<PreviousRelease> {
  const kept = join(tmpdir(), `perktree-release-${name}`);
  const program = (each: string) => join(kept, `dist/server/${each}.js`);
  if (existsSync(kept)) return { name, program };
  const folder = mkdtempSync(`${kept}-`);
  try {
    await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', ROOT, name, folder]);
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: '' }, timeout: STEP_MS };
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], options);
    await run(process.execPath, ['scripts/build.mjs'], options);
    renameSync(folder, kept);
    return { name, program };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
