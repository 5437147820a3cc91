import { compareTexts } from '@perktree/audit-service/texts/text-checker';
import { projections as all } from '@perktree/projector/catalogue';
import type { Projection } from '@perktree/projector/engine/live/projection';
import { unfinishedCopies } from '@perktree/projector/engine/rebuild/copies';
import { listProjections, type ProjectionListing } from '@perktree/projector/engine/rebuild/list';
import type { Rebuilt } from '@perktree/projector/engine/rebuild/rebuild';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import * as service from '@perktree/projector/service';
import type { Opened } from '../open-for-operator.ts';
import { operationProgress, progressText } from '../progress-line.ts';
import { type Action, type ActionOutcome, type CliSession, withStores } from '../session.ts';
import { textReads } from '../text-reads.ts';
import { textTable } from '../text-table.ts';

const MIB = 1024 * 1024;

function listingText({ head, tables, operation, leaders }: ProjectionListing): string {
  const rows = tables.map((table) => [
    table.serving ? table.name : `  ${table.relation}`,
    `${table.version}`,
    table.status,
    `${table.position}`,
    `${table.behind}`,
    table.rows === null ? '?' : `${table.rows}`,
    `${(table.bytes / MIB).toFixed(1)} MiB`,
  ]);
  const table = textTable([['read model', 'version', 'status', 'position', 'behind', 'rows', 'size'], ...rows]);
  const failed = tables
    .filter(({ status }) => status === 'failed')
    .map(({ relation, error }) => `${relation}: ${error}`);
  const leaderLines = leaders.map(({ group, holder }) => `${group}: ${holder ?? 'no leader'}`);
  const busy = operation?.underWay
    ? [
        `Under way: ${operation.what} by ${operation.holder}${operation.progress ? `, ${progressText(operation.progress)}` : ''}`,
      ]
    : [];
  return [table, '', `The store's head is at position ${head}.`, ...leaderLines, ...busy, ...failed].join('\n');
}

interface Options {
  /** Names of read models; undefined: all. */
  readonly only?: readonly string[];
  readonly dryRun?: boolean;
}
interface RebuildOptions extends Options {
  readonly swap?: boolean;
  readonly evenIfDifferent?: boolean;
  readonly fresh?: boolean;
}

export const listAction: Action<Options> = (session, { only }) =>
  withReadModels(session, async (stores) => {
    const names = only && new Set(named(only).map(({ name }) => name as string));
    const listing = await listProjections(stores);
    const tables = listing.tables.filter(({ name }) => names?.has(name) ?? true);
    return { json: { ...listing, tables }, text: listingText({ ...listing, tables }) };
  });

export const rebuildAction: Action<RebuildOptions> = (session, options) =>
  withReadModels(session, async (stores) => {
    if (options.dryRun) return planned(stores, options);
    const { only, fresh = false, swap = true, evenIfDifferent = false } = options;
    const progress = operationProgress('rebuilding');
    const rebuilt = await service
      .rebuildProjection({
        ...stores,
        projections: named(only),
        fresh,
        signal: session.stopSignal(),
        onProgress: progress.show,
        swap: swap ? (evenIfDifferent ? 'always' : 'identical') : 'never',
      })
      .finally(progress.end);
    const differs = rebuilt.some(({ outcome }) => outcome === 'failed' || outcome === 'different');
    return { json: { rebuilt }, text: rebuilt.map(rebuiltText).join('\n'), differs };
  });

/** Replaces every read model by its rebuilt copy, even if they are equal. */
export const rebuildEverything: Action<object> = (session) =>
  withStores(session, async ({ store, pool }) => {
    const progress = operationProgress('rebuilding');
    const position = await service.rebuildProjections({ store, pool, onProgress: progress.show }).finally(progress.end);
    return { json: { position }, text: `All read models are rebuilt up to position ${position}.` };
  });

type Change = (
  options: Pick<Opened, 'store' | 'pool'> & ReturnType<typeof chosen> & { readonly unfinished: boolean },
) => Promise<readonly string[]>;

const changing =
  (done: string, change: Change): Action<Options & { readonly unfinished?: boolean }> =>
  (session, options) =>
    withReadModels(session, async ({ store, pool }) => {
      const { unfinished = false } = options;
      return changed(options, done, await change({ store, pool, ...chosen(options), unfinished }));
    });

export const pauseAction = changing('paused', service.pauseProjection);
export const resumeAction = changing('resumed', service.resumeProjection);
export const swapAction = changing('swapped', service.swapProjection);
export const dropAction = changing('dropped', service.dropProjection);

export const verifyAction: Action<Options> = (session, options) =>
  withReadModels(session, (stores) => verifyWith(stores, session, options));

/** Verifies a product that has run before: fails if there are no read models. */
export const verifyEverything: Action<object> = (session) =>
  withStores(session, async (stores) => {
    const rows = await verifyWith(stores, session, {});
    const { texts, findings } = await compareTexts(stores.store, textReads(stores));
    const lines = findings.map(
      ({ what, found, eventId, position }) => `DIFFERENT  ${what}: ${found}, event ${eventId} at position ${position}`,
    );
    const { compared = 0, erased = 0, beforeHashes = 0 } = texts ?? {};
    const summary = `${compared} texts, names and accounts compared with their hashes; ${erased} erased, ${beforeHashes} recorded before hashes`;
    return {
      json: { ...(rows.json as object), texts, findings },
      text: [rows.text, ...lines, summary].join('\n'),
      differs: rows.differs === true || findings.length > 0,
    };
  });

async function verifyWith({ store, pool }: Opened, session: CliSession, options: Options): Promise<ActionOutcome> {
  const { projections, dryRun } = chosen(options);
  if (dryRun) {
    const names = projections.map(({ name }) => name);
    return changed(options, 'verified', names);
  }
  const progress = operationProgress('replaying');
  const signal = session.stopSignal();
  const verified = await service
    .verifyProjections({ store, pool, signal, projections, onProgress: progress.show })
    .finally(progress.end);
  const line = ({ name, identical, live, position }: (typeof verified)[number]) =>
    `${identical ? 'identical' : 'DIFFERENT'}  ${name}  ${live.rows} rows at position ${position}`;
  const differs = verified.some(({ identical }) => !identical);
  return { json: { verified }, text: verified.map(line).join('\n'), differs };
}

const withReadModels = (session: CliSession, use: (stores: Opened) => Promise<ActionOutcome>) =>
  withStores(session, async (stores) => {
    await ensureReadModels(stores.pool, all);
    return use(stores);
  });

const chosen = ({ only, dryRun = false }: Options) => ({ projections: named(only), dryRun });

function named(names: readonly string[] | undefined): readonly Projection[] {
  if (names === undefined) return all;
  return names.map((name) => {
    const found = all.find((projection) => projection.name === name);
    if (found) return found;
    throw new Error(`There is no read model ${name}. There are: ${all.map((each) => each.name).join(', ')}.`);
  });
}

function changed({ dryRun = false }: Options, done: string, names: readonly string[]): ActionOutcome {
  const text =
    names.length === 0 ? `Nothing to be ${done}.` : `${dryRun ? 'Would be ' : ''}${done}: ${names.join(', ')}`;
  return { json: { [done]: names, dryRun }, text };
}

async function planned({ store, pool }: Opened, { only, fresh }: RebuildOptions): Promise<ActionOutcome> {
  const wanted = named(only);
  const begun = fresh ? [] : await unfinishedCopies(pool, wanted);
  const head = await store.head();
  const { tables } = await listProjections({ store, pool });
  const plan = wanted.map((projection) => {
    const copy = begun.find((each) => each.projection === projection);
    const serving = tables.find(({ name, serving: isServing }) => name === projection.name && isServing);
    return { name: projection.name, from: copy?.position ?? 0n, to: head, bytesNeeded: serving?.bytes ?? 0 };
  });
  const text = plan.map(
    ({ name, from, to, bytesNeeded }) =>
      `${name}: would read positions ${from} to ${to} and need about ${Math.ceil(bytesNeeded / 1024 / 1024)} MiB`,
  );
  return { json: { plan, dryRun: true }, text: text.join('\n') };
}

function rebuiltText({ name, outcome, events, position, compared, error }: Rebuilt): string {
  const summary = `${name}: ${events} events up to position ${position}`;
  const rows = compared ? `, ${compared.copy.rows} rows` : '';
  switch (outcome) {
    case 'swapped':
      return `${summary}${rows}${compared?.identical ? ', identical to the live ones' : ''}; swapped`;
    case 'ready':
      return `${summary}${rows}; ready to swap`;
    case 'different':
      return `${summary}${rows}, DIFFERENT from the ${compared?.live.rows} live ones; not swapped. Run swap to serve them, or drop --unfinished to discard them`;
    case 'failed':
      return `${summary}; FAILED: ${error}`;
  }
}
