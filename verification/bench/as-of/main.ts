import { setTimeout as sleep } from 'node:timers/promises';
import { auditSite } from '@perktree/audit-service/replay/audit-history';
import { timelineOf } from '@perktree/audit-service/support/timeline';
import { asStored } from '@perktree/audit-service/testing/honest-history';
import { cutOf } from '@perktree/audit-service/tree-as-of/cut-of';
import { nestedTrees } from '@perktree/audit-service/tree-as-of/nest';
import { siteAsOf } from '@perktree/audit-service/tree-as-of/site-as-of';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { tamper } from '@perktree/event-store/testing/tamper';
import { createPool } from '@perktree/platform/postgres/pool';
import { projections } from '@perktree/projector/catalogue';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { startProductProcessor } from '@perktree/projector/service';
import { recorded, stored, uuid } from '@perktree/projector/testing/events';
import { rowsOf } from '@perktree/query-service/engine/listing/listing';
import { SITE_BALANCES, siteBalancesScope } from '@perktree/query-service/ledger/balances';
import { migrateEvents } from '../data/migrate.ts';
import { withTemporaryPostgres } from '../temporary-postgres.ts';
import { KINDS, type Kind, SITE_ID, siteHistory } from './history.ts';

/**
 * `npm run bench -- as-of [EVENTS] [KIND]`: times of the reports about a site's past, by kind of history. Each kind has its own
 * database. Each report runs twice: with empty caches, and again.
 */
const EVENTS = Number(process.argv[2] ?? 100_000);
/** Measures only this kind of history. */
const ONLY = process.argv[3];
/** Events of a timeline's first page. */
const PAGE = 50;
const MAX_BALANCES = 1_000;
const SECONDS_BETWEEN_EVENTS = 20;
const BATCH = 5_000;
const logger = { info() {}, warn: console.error, error: console.error };

async function measureAll(connectionString: string): Promise<void> {
  const admin = createPool({ connectionString, applicationName: 'bench' });
  for (const [n, kind] of KINDS.filter((kind) => ONLY === undefined || kind === ONLY).entries()) {
    await admin.query(`CREATE DATABASE past_${n}`);
    const url = new URL(connectionString);
    url.pathname = `/past_${n}`;
    await measure(url.href, kind);
  }
  await admin.end();
}

async function measure(connectionString: string, kind: Kind): Promise<void> {
  await migrateEvents(connectionString);
  const pool = createPool({ connectionString, applicationName: 'bench', statementTimeoutMs: 0 });
  await ensureReadModels(pool, projections);
  const moments = await fill(pool, kind);
  const store = createPostgresEventStore({ connectionString });
  const processor = startProductProcessor({ store, pool, logger });
  while ((await projectorLag({ store, pool })).behind > 0n) await sleep(100);
  await processor.stop();
  await store.close();
  await pool.query('ANALYZE');

  console.log(`\n${kind}: ${EVENTS} events`);
  const half = Math.floor(EVENTS / 2);
  for (const [name, asOf] of [
    ['now', undefined],
    ['half way, by event', String(half)],
    ['half way, by moment', moments(half)],
  ] as const) {
    await timed(`trees ${name}`, connectionString, async (deps) => {
      const { cut, moment } = await cutOf(deps, asOf);
      return nestedTrees(await siteAsOf(deps, SITE_ID, cut, moment), new Map(), 'EUR').length;
    });
  }
  for (const [name, asOf] of [
    ['now', new Date().toISOString()],
    ['half way', moments(half)],
  ] as const) {
    await timed(`balances ${name}`, connectionString, async ({ pool: reader }) => {
      const wanted = { words: [], ids: undefined, show: undefined, sort: undefined, now: asOf };
      const scope = siteBalancesScope(SITE_ID, asOf);
      return (await rowsOf(reader, SITE_BALANCES, { ...wanted, scope }, { limit: MAX_BALANCES, after: null })).length;
    });
  }
  for (const [subject, id] of [
    ['qr', uuid('qr 0')],
    ['distributor', 'distributor 0'],
  ] as const) {
    await timed(`timeline of a ${subject}`, connectionString, async (deps) => {
      const query = { kind: subject, id, scope: { tenantIds: null, withAddresses: true } };
      return (await timelineOf(deps, query, { limit: PAGE, before: null })).events.length;
    });
  }
  await timed('audit of the site', connectionString, async (deps) => (await auditSite(deps, SITE_ID)).differences);
  await pool.end();
}

type Deps = Pick<Parameters<typeof cutOf>[0], 'clock'> & Parameters<typeof auditSite>[0];

async function timed(name: string, connectionString: string, read: (deps: Deps) => Promise<number>): Promise<void> {
  const store = createPostgresEventStore({ connectionString });
  const pool = createPool({ connectionString, applicationName: 'bench' });
  const deps = { store, pool, clock: () => new Date() };
  const figures: string[] = [];
  let count = 0;
  for (const time of ['first', 'again']) {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    count = await read(deps);
    const used = process.cpuUsage(cpu);
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
    figures.push(
      `${time} ${seconds(performance.now() - start)} (${seconds((used.user + used.system) / 1000)} of Node)`,
    );
  }
  console.log(`  ${name.padEnd(28)} ${figures.join(', ')}; ${count}`);
  await store.close();
  await pool.end();
}

/** @returns the time of an event by its position */
async function fill(pool: ReturnType<typeof createPool>, kind: Kind): Promise<(position: number) => string> {
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * SECONDS_BETWEEN_EVENTS * 1000).toISOString();
  const facts = [...siteHistory(kind, EVENTS)].map((fact, n) => ({ ...fact, at: at(n) }));
  const events = asStored(recorded(facts)).map(stored);
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH);
    await tamper(
      pool,
      `INSERT INTO event_store.events (position, stream, revision, event_id, type, data, metadata)
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::json[], $7::json[])`,
      [
        ...[batch.map(({ position }) => position.toString()), batch.map(({ stream }) => stream)],
        ...[batch.map(({ revision }) => revision), batch.map(({ eventId }) => eventId), batch.map(({ type }) => type)],
        ...[batch.map(({ data }) => JSON.stringify(data)), batch.map(({ metadata }) => JSON.stringify(metadata))],
      ],
    );
  }
  return (position) => at(position - 1);
}

await withTemporaryPostgres(measureAll);
