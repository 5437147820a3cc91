import { readCheckpoints } from '../live/checkpoints.ts';
import { dropRelations } from './copies.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';

/**
 * Rebuilds and swaps unconditionally, and then drops all tables that do not serve: the old ones, and the copy of a read model
 * that failed at an event.
 * @returns the position that the rebuilt rows have reached
 * @throws Error that names the event which a read model cannot take; OperationUnderWay
 */
export async function rebuildAll(options: Omit<RebuildOptions, 'swap' | 'fresh'>): Promise<bigint> {
  const { pool, projections } = options;
  const names = new Set(projections.map(({ name }) => name as string));
  const drop = async (statuses: readonly string[]) => {
    const gone = (await readCheckpoints(pool)).filter(
      ({ name, serving, status }) => names.has(name) && !serving && statuses.includes(status),
    );
    await dropRelations(
      pool,
      gone.map(({ relation }) => relation),
    );
  };
  const rebuilt = await rebuild({ ...options, projections, swap: 'always', fresh: true });
  const failed = rebuilt.find(({ outcome }) => outcome === 'failed');
  await drop(['filling', 'failed', 'ready', 'retired']);
  if (failed) throw new Error(failed.error ?? `${failed.name} failed`);
  return rebuilt.map(({ position }) => position).reduce((least, each) => (each < least ? each : least));
}
