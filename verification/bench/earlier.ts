import { readFileSync } from 'node:fs';
import { WrongArguments } from './arguments.ts';
import type { Cell } from './cell.ts';

/** The part of an earlier run's `--json` that is combined with a later run. */
export interface Earlier {
  /** When that run began. */
  readonly started: Date;
  readonly parts: readonly string[];
  readonly cells: readonly Cell[];
}

/**
 * The parts of an earlier run that a later one does not measure. Ratios compare figures of one round of one part, so they
 * never mix two runs.
 * @throws WrongArguments if the file holds no full run
 */
export function earlierParts(file: string, measured: readonly string[]): Earlier {
  const found = read(file);
  if (found.scale !== 'full' || !Array.isArray(found.cells)) throw new WrongArguments(`${file} holds no full run.`);
  const cells = (found.cells as readonly Cell[]).filter(({ part }) => !measured.includes(part));
  return { started: new Date(found.started), parts: [...new Set(cells.map(({ part }) => part))], cells };
}

function read(file: string): { readonly started: string; readonly scale?: unknown; readonly cells?: unknown } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new WrongArguments(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
