import { join } from 'node:path';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import type { World } from '../data/worlds.ts';
import { type EventStoreServer, fillEventStore, startEventStore } from '../event-store/servers.ts';
import { startGateway } from '../gateway.ts';
import { type Server, startServer } from '../processes.ts';
import type { Cell, Measured } from '../report.ts';
import { type Bench, interleaved } from '../rounds.ts';
import { Stack } from '../stack.ts';

export const ON_POSTGRES = 'Postgres';
export const ON_DOUBLE = 'EventStoreDB';
export const ONE = '1 command service';
export const FOUR = '4 command services';
export const COMMANDS = 'command services CPU µs';
export const MESSAGES = 'messages';
/** For each service. */
export const AT_16 = '16 callers each';
export const AT_24 = '24 callers';
export const HOT = 'one hot QR, 64 callers';
export const at = (services: string, load: string) => `${services}, ${load}`;
const CALLERS_EACH = 16;
const PROJECTOR = 'projector CPU µs';
const STORE = 'event store CPU µs';
const GATEWAY = 'gateway CPU µs';

/** The services apart: a projector, and one or four command services behind the gateway, on Postgres and on EventStoreDB. */
export async function services(bench: Bench): Promise<readonly Cell[]> {
  const { trees, scans, warmUp } = bench.scale;
  const world: World = { trees, spread: scans.services, hot: scans.hot };
  const opened: Services[] = [];
  const open = async (engine: string, count: number) => {
    bench.say(`starting ${count} on ${engine}`);
    const services = await start(bench, engine === ON_POSTGRES ? world : { ...world, hot: 0 }, engine, count);
    opened.push(services);
    // On EventStoreDB, a redemption takes several times the processor time, so fewer are as warm.
    await services.stack.warmUp(CALLERS_EACH * count, (count * warmUp) / (engine === ON_POSTGRES ? 2 : 4));
    return services;
  };
  try {
    const [one, four] = [await open(ON_POSTGRES, 1), await open(ON_POSTGRES, 4)];
    const [oneOnDouble, fourOnDouble] = [await open(ON_DOUBLE, 1), await open(ON_DOUBLE, 4)];
    const cell = (services: Services, workload: string, callers: number, isHot = false) => ({
      ...{ workload, contender: services.engine },
      measure: () => measure(services, callers, isHot),
    });
    return await interleaved(bench, [
      cell(one, at(ONE, AT_16), CALLERS_EACH),
      cell(four, at(FOUR, AT_16), 4 * CALLERS_EACH),
      cell(oneOnDouble, at(ONE, AT_16), CALLERS_EACH),
      cell(fourOnDouble, at(FOUR, AT_16), 4 * CALLERS_EACH),
      cell(one, at(ONE, AT_24), 24),
      cell(oneOnDouble, at(ONE, AT_24), 24),
      cell(one, at(ONE, HOT), 64, true),
      cell(four, at(FOUR, HOT), 64, true),
    ]);
  } finally {
    for (const { stack, events } of opened) {
      await stack.stop();
      await events?.server?.stop();
    }
  }
}

interface Services {
  readonly engine: string;
  readonly stack: Stack;
  /** Null: events are in Postgres. */
  readonly events: EventStoreServer | null;
}

async function start(bench: Bench, world: World, engine: string, count: number): Promise<Services> {
  const { databases, programs, eventStoreUrl } = bench;
  const events = engine === ON_POSTGRES ? null : await startEventStore(programs, count === 1 ? eventStoreUrl : null);
  const { database, store } = events ? await fillEventStore(bench, world, events.url) : await onPostgres();
  const env = {
    ...{ DATABASE_URL: database.url, PUBLIC_URL: 'http://127.0.0.1:3000' },
    ...(events && { EVENT_STORE_URL: events.url }),
  };
  const startOne = (name: string) => startServer(programs, join(programs.productDir, `${name}.js`), { env });
  const projector = await startOne('projector');
  const commands: Server[] = [];
  for (let n = 0; n < count; n += 1) commands.push(await startOne('command-service'));
  const gateway = await startGateway(commands);
  const watched = {
    [COMMANDS]: commands,
    [PROJECTOR]: [projector],
    [GATEWAY]: [gateway],
    ...(events?.server && { [STORE]: [events.server] }),
  };
  const servers = [projector, ...commands, gateway];
  return {
    engine,
    events,
    stack: new Stack(bench, { world, database, store, answering: [gateway], servers, watched }),
  };

  async function onPostgres() {
    const copy = await databases.copyOf(world);
    return { database: copy, store: createPostgresEventStore({ connectionString: copy.url }) };
  }
}

/** With the messages of a redemption, where the store counts them. */
async function measure({ stack, events }: Services, callers: number, isHot: boolean): Promise<Measured> {
  const [before, redeemed] = [await events?.messages(), stack.redeemed];
  const measured = await stack.measure({ callers, isHot });
  const after = await events?.messages();
  if (!before || !after) return measured;
  const each = (name: keyof typeof before) => (after[name] - before[name]) / (stack.redeemed - redeemed);
  const [sent, answered, delivered] = [each('sent'), each('answered'), each('delivered')];
  return {
    ...measured,
    figures: { ...measured.figures, [MESSAGES]: sent + answered + delivered, sent, answered, delivered },
  };
}
