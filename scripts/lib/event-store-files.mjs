import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

const CHUNK = /^chunk-\d+\.\d+$/;
/** The server writes the writer's checkpoint before the chaser's, and refuses to start where the chaser is ahead. */
const LAST = ['chaser.chk', 'writer.chk'];

/**
 * Copies the data folder of an EventStoreDB that runs, in the server's own order: each part names only what is in the parts
 * that are copied after it. A scavenge must not run meanwhile.
 *
 * @param copy copies one file; for tests
 * @returns the number of files
 * @throws Error with a sentence, where a folder is not one to copy from or to, or the server removed a file meanwhile
 */
export async function copyEventStoreFiles({ from, index = join(from, 'index'), to, copy = copyFile }) {
  if (!(await namesIn(from)).includes('writer.chk')) throw new Error(`${from} is no data folder of an EventStoreDB.`);
  if ((await namesIn(to)).length > 0) throw new Error(`${to} is not empty: name a folder that is, or a new one.`);
  // Listed part by part: what the server adds meanwhile belongs to the later parts.
  const indexCheckpoints = (path) => path.endsWith('.chk');
  const steps = [
    async () => under(index, await filesOf(index), (path) => indexCheckpoints(path), join(to, 'index')),
    async () => under(index, await filesOf(index), (path) => !indexCheckpoints(path), join(to, 'index')),
    async () => under(from, checkpointsInOrder(await namesIn(from)), () => true, to),
    async () => under(from, await namesIn(from), (path) => CHUNK.test(path), to),
  ];
  let files = 0;
  for (const step of steps) {
    for (const [source, target] of await step()) {
      await mkdir(dirname(target), { recursive: true });
      await copy(source, target).catch((error) => {
        if (error.code !== 'ENOENT') throw error;
        const why = 'it merged its index, or a scavenge runs';
        throw new Error(`The server removed ${source} meanwhile: ${why}. Remove the copy and begin again.`);
      });
      files += 1;
    }
  }
  return files;
}

const under = (folder, paths, isWanted, target) =>
  paths.filter(isWanted).map((path) => [join(folder, path), join(target, path)]);

function checkpointsInOrder(names) {
  const checkpoints = names.filter((name) => name.endsWith('.chk') && !LAST.includes(name));
  return [...checkpoints, ...LAST.filter((name) => names.includes(name))];
}

async function namesIn(folder) {
  return (await entriesOf(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Paths of all files in a folder and its folders. */
async function filesOf(folder) {
  const entries = await entriesOf(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, path, name }) =>
    relative(folder, join(parentPath ?? path, name))
      .split(sep)
      .join('/'),
  );
}

async function entriesOf(folder, options) {
  try {
    return await readdir(folder, options);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
