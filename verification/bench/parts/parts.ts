import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { projecting } from '../projecting/part.ts';
import { eventStoreDb } from './event-store-db.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { mixed } from './mixed.ts';
import { reads } from './reads.ts';
import { callers, hot, openLoop, redeem } from './redeem.ts';
import { scaleOut } from './scale-out.ts';
import { start } from './start.ts';
import { statements } from './statements.ts';

/** All parts by name, in the order in which they run. */
export const PARTS = {
  redeem,
  hot,
  callers,
  'open-loop': openLoop,
  reads,
  mixed,
  projecting,
  growth,
  'event-store-db': eventStoreDb,
  'scale-out': scaleOut,
  statements,
  memory,
  start,
} as const satisfies Record<string, (bench: Bench) => Promise<readonly Cell[]>>;

type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS);
export const isPart = (name: string): name is PartName => Object.hasOwn(PARTS, name);
