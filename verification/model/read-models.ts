import { isDeepStrictEqual } from 'node:util';
import type { OrderedEvent } from '@perktree/event-store/effective-time/effective-clock';
import { projections } from '@perktree/projector/catalogue';
import { decodeBatch } from '@perktree/projector/engine/live/decoding';
import type { Slot } from '@perktree/projector/engine/live/fold';
import type { Projection } from '@perktree/projector/engine/live/projection';
import { runPipeline } from '@perktree/projector/engine/tables/pipeline';
import { physicalName } from '@perktree/projector/engine/tables/read-model-table';
import { loadStatement, slotsFrom } from '@perktree/projector/engine/tables/row-store';
import { foldEvents, selectEvents } from '@perktree/projector/testing/fold-events';
import type { ClientBase } from 'pg';
import { Differs } from './commands/command.ts';
import type { LiveRows } from './reference-rows.ts';
import type { System } from './system.ts';

/**
 * Compares live rows with a replay that applies each event twice.
 * @param events all events of some tenants, so that no other event affects their rows
 * @returns the live rows
 * @throws Differs
 */
export async function checkReadModels(system: System, events: readonly OrderedEvent[]): Promise<LiveRows> {
  await system.projected();
  const batch = decodeBatch(events, projections);
  const client = await system.pool.connect();
  try {
    const rows = new Map<string, ReadonlyMap<string, Slot['row']>>();
    for (const projection of projections) rows.set(projection.name, await checkOne(client, projection, batch));
    return rows as LiveRows;
  } finally {
    client.release();
  }
}

async function checkOne(client: ClientBase, projection: Projection, batch: ReturnType<typeof decodeBatch>) {
  const { name, table, version } = projection;
  const selection = selectEvents(projection, batch, 0n);
  if (selection.poison) throw selection.poison;
  const replayed = new Map<string, Slot>();
  for (const event of selection.events) {
    const { poison } = foldEvents(projection, [event, event], replayed);
    if (poison) throw poison;
  }
  const [rows = []] = await runPipeline(client, [loadStatement(table, physicalName(table, version), selection.keys)]);
  const live = slotsFrom(table, rows);
  for (const key of new Set([...live.keys(), ...replayed.keys()])) {
    if (sumsAllTenants(name, key)) continue;
    if (!isDeepStrictEqual(live.get(key), replayed.get(key))) {
      throw new Differs(`row ${key} of ${name}`, shown(replayed.get(key)), shown(live.get(key)));
    }
  }
  return new Map([...live].map(([key, { row }]) => [key, row]));
}

/** Rows that include events of other runs; the full replay at the end of the spec checks them. */
const sumsAllTenants = (name: string, key: string) => name === 'activity_totals' && key.startsWith('all:');

const shown = (slot: Slot | undefined) => slot && { ...slot.row, position: `${slot.position}` };
