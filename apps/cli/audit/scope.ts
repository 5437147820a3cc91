import { streams } from '@perktree/contracts/catalogue/events';
import { csvLine } from '@perktree/contracts/kernel/csv';
import type { PaperHead } from '@perktree/contracts/kernel/working-paper';
import type { Opened } from '../open-for-operator.ts';
import { replayProgress } from '../progress-line.ts';
import { type CliSession, withStores } from '../session.ts';

interface ScopeOptions {
  readonly site?: string | undefined;
  readonly distributor?: string | undefined;
}

/**
 * Refuses a scope that history does not have, because a check of nothing would find no difference.
 * @throws Error that names the option
 */
async function checkScope({ store, pool }: Opened, { site, distributor }: ScopeOptions): Promise<void> {
  if (site !== undefined && (await store.readStream(streams.site(site))).length === 0) {
    throw new Error(`--site ${site}: no site has this id.`);
  }
  if (distributor === undefined) return;
  const { rowCount } = await pool.query('SELECT 1 FROM read_models.ledger_entries WHERE distributor_id = $1 LIMIT 1', [
    distributor,
  ]);
  if (rowCount === 0) throw new Error(`--distributor ${distributor}: no ledger entry has this distributor.`);
}

/** @throws Error that names the option */
export function checkPeriod(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new Error('--from is not before --to.');
  }
}

/** The sites of a working paper: the one of the scope, else all. */
async function paperSites({ pool }: Opened, site: string | undefined): Promise<PaperHead['sites']> {
  if (site === undefined) return [];
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM read_models.sites WHERE site_id = $1', [site]);
  return [{ id: site, name: rows[0]?.name ?? '' }];
}

/** Reads history with a progress line. @throws Error for a scope that history does not have */
export async function replayStores<Result>(
  session: CliSession,
  doing: string,
  scope: ScopeOptions,
  replay: (stores: Opened, onProgress: ReturnType<typeof replayProgress>['show']) => Promise<Result>,
): Promise<{ readonly result: Result; readonly sites: PaperHead['sites'] }> {
  const progress = replayProgress(doing);
  return withStores(session, async (stores) => {
    await checkScope(stores, scope);
    return { result: await replay(stores, progress.show), sites: await paperSites(stores, scope.site) };
  }).finally(progress.end);
}

export const linesOf = (titles: readonly string[], rows: readonly (readonly (string | null)[])[]) =>
  [titles, ...rows].map((row) => csvLine(row)).join('');
