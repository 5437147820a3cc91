import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { StoredEvent } from '@perktree/event-store/port';
import { readCheckpoints } from '@perktree/projector/checkpoints';
import { verifyAll } from '@perktree/projector/verify';
import { readConfiguration } from '@perktree/standalone/configuration';
import { type Opened, openForOperator } from '@perktree/standalone/operate/open-for-operator';
import { pino } from 'pino';
import type { Asked, Evidence } from '../oracle/evidence.ts';

const PAGE = 2_000;

/**
 * What a product that has been stopped, or still runs, has kept, from its own stores.
 * @param settings the product's environment, as far as it says where those are
 */
export async function collect(
  settings: Readonly<Record<string, string>>,
  asked: readonly Asked[],
  { clocksAgree }: Pick<Evidence, 'clocksAgree'>,
): Promise<Evidence> {
  const opened = await openStores(settings);
  try {
    const events = await allEvents(opened);
    return { events, asked, clocksAgree, jobsDoneAt: null, readModelDifferences: await differences(opened) };
  } finally {
    await opened.close();
  }
}

/** The stores of a product that runs or has been stopped. */
export function openStores(settings: Readonly<Record<string, string>>): Promise<Opened> {
  return openForOperator(readConfiguration(settings, '/'), pino({ level: 'silent' }));
}

async function allEvents({ store }: Opened): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let page: readonly StoredEvent[] | null = null; page === null || page.length === PAGE; ) {
    page = await store.readAll(events.at(-1)?.position ?? 0n, PAGE);
    events.push(...page);
  }
  return events;
}

/** The rows against a replay by their hashes, and those of the ledger against the audit's own fold. */
async function differences({ store, pool }: Opened): Promise<readonly string[]> {
  const stopped = (await readCheckpoints(pool)).filter(({ serving, status }) => serving && status !== 'live');
  const verified = await verifyAll({ store, pool });
  const { findings } = await auditHistory({ store, pool });
  return [
    ...stopped.map(({ name, status, error }) => `${name} is ${status}: ${error}`),
    ...verified.flatMap(({ name, identical, live, replayed }) =>
      identical
        ? []
        : [`${name}: ${live.rows} rows of hash ${live.hash}, in a replay ${replayed.rows} of ${replayed.hash}`],
    ),
    ...findings
      .filter(({ eventId }) => eventId === null)
      .map(({ what, entryId, expected, found }) => `ledger entry ${entryId}: ${what}: ${expected}, not ${found}`),
  ];
}
