import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlantedBug } from './bug.ts';

/** Plants a bug in a copy of the sources. @returns puts the file back as it was @throws where it cannot be planted */
export function plant(folder: string, { file, before, after, name }: PlantedBug): () => void {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const parts = source.split(before);
  if (parts.length !== 2) throw new Error(`${name}: what it replaces stands ${parts.length - 1} times in ${file}`);
  writeFileSync(path, parts.join(after));
  return () => writeFileSync(path, source);
}
