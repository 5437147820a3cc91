import { type Opened, openForOperator } from '@perktree/apps/cli/open-for-operator';
import { readConfiguration } from '@perktree/apps/parts/configuration/configuration';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { StoredEvent } from '@perktree/event-store/port';
import { readCheckpoints } from '@perktree/projector/engine/live/checkpoints';
import { verifyProjections } from '@perktree/projector/service';
import { pino } from 'pino';
import type { CallAttempt, Evidence } from '../oracle/evidence.ts';

const PAGE = 2_000;

/**
 * Collects the evidence from the stores of a product, running or stopped.
 * @param settings the part of the product's environment that locates its stores
 */
export async function collect(
  settings: Readonly<Record<string, string>>,
  attempts: readonly CallAttempt[],
  { clocksAgree }: Pick<Evidence, 'clocksAgree'>,
): Promise<Evidence> {
  const opened = await openStores(settings);
  try {
    const events = await allEvents(opened);
    return { events, attempts, clocksAgree, readModelDifferences: await differences(opened) };
  } finally {
    await opened.close();
  }
}

function openStores(settings: Readonly<Record<string, string>>): Promise<Opened> {
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

/** Compares all rows with a replay by hash, and ledger rows with the audit's own fold. */
async function differences({ store, pool }: Opened): Promise<readonly string[]> {
  const stopped = (await readCheckpoints(pool)).filter(({ serving, status }) => serving && status !== 'live');
  const verified = await verifyProjections({ store, pool });
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

/** For the output of a run. */
export function figuresOf({ events, attempts }: Evidence) {
  const count = (outcome: CallAttempt['outcome']) => attempts.filter((call) => call.outcome === outcome).length;
  return { acknowledged: count('acknowledged'), unanswered: count('unknown'), events: events.length };
}
