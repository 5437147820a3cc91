import { readModels } from '@perktree/contracts/read-models';
import { type Execution, reads, type Statement, schema, writes } from './statement.ts';
import type { Row, Tables } from './tables.ts';

const PROJECTIONS = 'projections';
const LEASES = 'projector_leases';
const MEMBERS = 'projector_members';
const NEVER = Number.NEGATIVE_INFINITY;

/** `qrs__v1` and `qrs` are the rows of one read model: a simulated one is never rebuilt. */
export const readModelOf = (relation: string): string => relation.replace(/__v\d+$/, '');

/** @returns how many stood where they were believed to */
function moveCheckpoints(tables: Tables, [relations, statuses, positions, to, eventId]: Execution['values']): number {
  return tables.update(PROJECTIONS, (row) => {
    const n = relations.indexOf(row.relation);
    const isThere = n >= 0 && row.status === statuses[n] && row.position === BigInt(positions[n]);
    const seen = { seen_position: to, seen_event_id: eventId };
    return isThere ? { ...row, ...seen, position: (row.position as bigint) > to ? row.position : to } : null;
  });
}

/** What the projector asks: checkpoints, leases, rows. */
export const PROJECTOR_STATEMENTS: readonly Statement[] = [
  // Dozens of them at every start: with a chance to fail at each there would hardly ever be a projector.
  schema(
    /^(CREATE |DO \$\$ BEGIN CREATE SCHEMA |SELECT array_agg\(attname|SELECT indexname FROM pg_indexes|SELECT FROM pg_class|ALTER TABLE )/,
  ),
  reads(/^(SELECT pg_advisory_xact_lock|SELECT pg_notify|SET )/, () => []),
  // Marks may be lost at any time: then the clock is computed from the first event.
  reads(/^SELECT position, at FROM read_models\.clock_marks/, () => []),
  writes(/^INSERT INTO read_models\.clock_marks/, () => 1),
  writes(/^INSERT INTO read_models\.projections/, ({ tables, values: [name, version, status, relation, serving] }) => {
    const empty = { position: 0n, seen_position: null, seen_event_id: null, failed_event_id: null, error: null };
    tables.put(PROJECTIONS, relation, { name, version, status, relation, serving, ...empty });
    return 1;
  }),
  reads(/^SELECT name, version, status, position, .* FROM read_models\.projections/, ({ tables }) =>
    tables.all(PROJECTIONS),
  ),
  writes(/^UPDATE read_models\.projections p SET position = greatest/, ({ tables, values }) =>
    moveCheckpoints(tables, values),
  ),
  writes(/^UPDATE read_models\.projections SET status = 'failed'/, ({ tables, values }) => {
    const [relation, position, failed_event_id, error] = values;
    const stopped = { status: 'failed', position, failed_event_id, error };
    return tables.update(PROJECTIONS, (row) => (row.relation === relation ? { ...row, ...stopped } : null));
  }),

  reads(/^SELECT .*position FROM read_models\.(\w+) WHERE \w+ = ANY\(\$1/, ({ tables, values: [keys], groups }) => {
    const rows = tables.rows(readModelOf(groups[0] ?? ''));
    return (keys as readonly string[]).flatMap((key): Row | readonly Row[] => rows.get(key) ?? []);
  }),
  writes(/^SELECT read_models\.projector_move/, ({ tables, values }) => {
    const [lease, token, relations, statuses, positions, to, eventId] = values;
    if (tables.rows(LEASES).get(lease)?.token !== token) throw Object.assign(new Error('lease'), { code: 'PJ001' });
    const moved = moveCheckpoints(tables, [relations, statuses, positions, to, eventId]);
    if (moved !== relations.length) throw Object.assign(new Error('moved'), { code: 'PJ002' });
    return [{}];
  }),
  writes(/^INSERT INTO read_models\.(\w+) \(([^)]+)\) SELECT \* FROM unnest/, ({ tables, values, groups }) => {
    const table = readModelOf(groups[0] ?? '') as keyof typeof readModels;
    const names = (groups[1] ?? '').split(', ');
    const { key } = readModels[table];
    const count = values[0].length as number;
    for (let n = 0; n < count; n += 1) {
      const row = Object.fromEntries(names.map((name, column) => [name, values[column][n]]));
      tables.put(table, String(row[key]), row);
    }
    return count;
  }),

  writes(/^COPY read_models\.(\w+) \(/, ({ tables, values: [slots], groups }) => {
    const table = readModelOf(groups[0] ?? '') as keyof typeof readModels;
    for (const { row, position } of slots) {
      const key = String(row[readModels[table].key]);
      if (tables.rows(table).has(key)) throw Object.assign(new Error('duplicate key'), { code: '23505' });
      tables.put(table, key, { ...row, position });
    }
    return slots.length;
  }),

  writes(/^INSERT INTO read_models\.projector_leases/, ({ tables, values: [names] }) => {
    for (const name of names) {
      const fresh = { name, holder: null, token: 0n, expires_at: NEVER, session_pid: null };
      if (!tables.rows(LEASES).has(name)) tables.put(LEASES, name, fresh);
    }
    return 1;
  }),
  writes(/^WITH gone AS \(DELETE FROM read_models\.projector_members/, ({ tables, values: [holder, ttl], now }) => {
    for (const row of tables.all(MEMBERS)) {
      if ((row.expires_at as number) < now) tables.delete(MEMBERS, String(row.holder));
    }
    tables.put(MEMBERS, holder, { holder, expires_at: now + ttl });
    return [{ alive: tables.rows(MEMBERS).size }];
  }),
  writes(/^DELETE FROM read_models\.projector_members/, ({ tables, values: [holder] }) => {
    tables.delete(MEMBERS, holder);
    return 1;
  }),
  writes(/^UPDATE read_models\.projector_leases l SET holder/, (execution) => {
    const { tables, values, now, session, connected } = execution;
    const [name, ttl, holder] = values;
    const row = tables.rows(LEASES).get(name);
    if (!row) return [];
    const isFree = (row.expires_at as number) <= now || row.holder === holder;
    if (!isFree && connected.has(row.session_pid as number)) return [];
    const token = (row.token as bigint) + 1n;
    tables.put(LEASES, name, { ...row, holder, token, expires_at: now + ttl, session_pid: session.pid });
    return [{ token }];
  }),
  writes(/^UPDATE read_models\.projector_leases l SET expires_at/, ({ tables, values, now }) => {
    const [names, ttl, tokens] = values;
    const kept: { name: unknown }[] = [];
    tables.update(LEASES, (row) => {
      const n = names.indexOf(row.name);
      if (n < 0 || row.token !== BigInt(tokens[n])) return null;
      kept.push({ name: row.name });
      return { ...row, expires_at: now + ttl };
    });
    return kept;
  }),
  writes(/^UPDATE read_models\.projector_leases SET holder = NULL/, ({ tables, values: [name, token] }) =>
    tables.update(LEASES, (row) =>
      row.name === name && row.token === token ? { ...row, holder: null, expires_at: NEVER, session_pid: null } : null,
    ),
  ),
  reads(/^SELECT set_config\('idle_in_transaction_session_timeout'/, ({ tables, values: [name, token] }) =>
    tables.all(LEASES).filter((row) => row.name === name && row.token === token),
  ),
];
