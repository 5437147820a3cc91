import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** An empty project in a temporary folder, outside the checkout. */
export interface ClientProject {
  readonly folder: string;
  /** Runs a program in the project. @returns what it prints @throws if it fails */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): void;
}

export function emptyProject(): ClientProject {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-client-project-'));
  return {
    folder,
    async run(program, args, env = {}) {
      const { stdout } = await run(program, [...args], { cwd: folder, env: { ...outsideNpm(), ...env } });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** With the packed client installed, and no network to load any other package from. */
export async function projectWithClient(): Promise<ClientProject> {
  const project = emptyProject();
  await project.run('npm', ['pack', join(ROOT, 'sdk')]);
  const tarball = readdirSync(project.folder).find((name) => name.endsWith('.tgz'));
  await project.run('npm', ['init', '--yes']);
  await project.run('npm', ['install', `./${tarball}`]);
  return project;
}

/** Without the settings that npm gives to the scripts of this checkout. Npm asks no registry. */
function outsideNpm(): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^npm_/i.test(entry[0]),
  );
  return {
    ...Object.fromEntries(own),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}
