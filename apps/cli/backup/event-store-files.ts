import type { Dirent } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '@perktree/platform/process/make-folder';
import { fileRefused } from '../file-refused.ts';
import type { Action } from '../session.ts';

const CHUNK = /^chunk-\d+\.\d+$/;
/** The last checkpoints to copy, in this order: the server refuses to start if the chaser's is ahead of the writer's. */
const LAST_CHECKPOINTS = ['chaser.chk', 'writer.chk'];

interface Options {
  readonly from: string;
  readonly to: string;
  /** The server's index folder; `index` in `from` by default. */
  readonly index?: string;
}

export const backupEventStore: Action<Options> = async ({ folder }, options) => {
  const [from, to] = [resolve(folder, options.from), resolve(folder, options.to)];
  const index = options.index === undefined ? {} : { index: resolve(folder, options.index) };
  const files = await copyEventStoreFiles({ from, to, ...index });
  return { json: { files, from, to }, text: `${files} files of ${from} are in ${to}.` };
};

/**
 * Copies the data folder of a running EventStoreDB in the order that a restore needs: each part refers only to the
 * parts copied after it. No scavenge may run at the same time.
 *
 * @param copy copies one file
 * @returns the number of files
 * @throws Error if `from` is no data folder, `to` is not empty, or the server removed a file
 */
export async function copyEventStoreFiles(
  options: Options & { readonly copy?: (source: string, target: string) => Promise<void> },
): Promise<number> {
  const { from, to, index = join(from, 'index'), copy = copyFile } = options;
  if (!(await namesIn(from)).includes('writer.chk')) throw new Error(`${from} is no data folder of an EventStoreDB.`);
  if ((await namesIn(to)).length > 0) throw new Error(`${to} is not empty. Choose an empty or a new folder.`);
  // List each part just before copying it, because the server adds files meanwhile.
  const isCheckpoint = (path: string) => path.endsWith('.chk');
  const steps = [
    async () => under(index, await filesOf(index), isCheckpoint, join(to, 'index')),
    async () => under(index, await filesOf(index), (path) => !isCheckpoint(path), join(to, 'index')),
    async () => under(from, checkpointsInOrder(await namesIn(from)), () => true, to),
    async () => under(from, await namesIn(from), (path) => CHUNK.test(path), to),
  ];
  let files = 0;
  for (const step of steps) {
    for (const [source, target] of await step()) {
      createFolder(dirname(target));
      await copy(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        const why = 'it merged its index, or a scavenge runs';
        throw new Error(`The server removed ${source} meanwhile: ${why}. Delete the copy and start again.`);
      });
      files += 1;
    }
  }
  return files;
}

function createFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw fileRefused(error, folder, '--to');
  }
}

const under = (folder: string, paths: readonly string[], isWanted: (path: string) => boolean, target: string) =>
  paths.filter(isWanted).map((path) => [join(folder, path), join(target, path)] as const);

function checkpointsInOrder(names: readonly string[]) {
  const checkpoints = names.filter((name) => name.endsWith('.chk') && !LAST_CHECKPOINTS.includes(name));
  return [...checkpoints, ...LAST_CHECKPOINTS.filter((name) => names.includes(name))];
}

const namesIn = async (folder: string) =>
  (await entriesOf(folder)).filter((entry) => entry.isFile()).map(({ name }) => name);

async function filesOf(folder: string): Promise<readonly string[]> {
  const files = (await entriesOf(folder, true)).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
}

async function entriesOf(folder: string, recursive = false): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
