import type { ClosedSums, MonthCloseReport } from '@perktree/audit-service/month-close/close-month';
import { zonesOfSite } from '@perktree/audit-service/month-close/site-zones';
import { closeMonth, mustBeOver } from '@perktree/audit-service/replay/walks';
import { csvLine } from '@perktree/contracts/kernel/csv';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { walkProgress } from '../progress-line.ts';
import { type CliSession, withStores } from '../session.ts';
import { textTable } from '../text-table.ts';
import type { AuditOptions, AuditOutcome } from './audit.ts';
import { checkScope, paperSites } from './scope.ts';

interface CloseOptions extends AuditOptions {
  readonly month: string;
}

const FIGURES = [
  'currency',
  'opening',
  'entries',
  'earned',
  'reversals',
  'taken back',
  'payouts',
  'paid out',
  'written off',
  'closing',
];

/** Closes the books of a month: of a site in its time zone, of all sites in UTC. They do not contain the time of closing, so a later run gives the same result. */
export async function close(session: CliSession, { month, site: siteId }: CloseOptions): Promise<AuditOutcome> {
  const progress = walkProgress('closing');
  const { closed, named } = await withStores(session, async (stores) => {
    await checkScope(stores, { site: siteId });
    const { store, pool } = stores;
    const zones = siteId === undefined ? undefined : await zonesOfSite(store, siteId);
    mustBeOver(month, session.now(), zones);
    const walk = { store, pool, month, siteId, zones, signal: session.stopSignal() };
    return {
      closed: await closeMonth({ ...walk, onProgress: progress.show }),
      named: await paperSites(stores, siteId),
    };
  }).finally(progress.end);
  const { from, to, timeZone, position, sites, totals } = closed;
  const head = {
    title: 'Monthly close',
    sites: named,
    period: { from, to },
    timeZone: siteId === undefined ? UTC : timeZone,
    currencies: totals.map(({ currency }) => currency),
    filter: [['Month', month]] as const,
    position,
    result: [sites.length === 0 ? NOTHING : `${sites.flatMap((site) => site.distributors).length} balances.`],
  };
  const tables = [
    {
      title: 'Distributors',
      titles: ['site', 'distributor', ...FIGURES],
      rows: sites.flatMap((site) =>
        site.distributors.map((sums) => [site.siteId, sums.distributorId, ...figures(sums)]),
      ),
    },
    { title: 'Totals', titles: FIGURES, rows: totals.map(figures) },
  ];
  return { json: closed, text: textOf(closed), csv: csvOf(closed), paper: { head, tables } };
}

const NOTHING = 'Nothing was earned or paid by the end of this month.';

const figures = (sums: ClosedSums) => [
  sums.currency,
  sums.opening,
  `${sums.entries}`,
  sums.earned,
  `${sums.reversals}`,
  sums.takenBack,
  `${sums.payouts}`,
  sums.paidOut,
  sums.writtenOff,
  sums.closing,
];

const rowsOf = ({ sites, totals }: MonthCloseReport) => [
  ...sites.flatMap(({ siteId, position, distributors, totals: ofSite }) => [
    ...distributors.map((sums) => [siteId, sums.distributorId, position, ...figures(sums)]),
    ...ofSite.map((sums) => [siteId, 'all', position, ...figures(sums)]),
  ]),
  ...totals.map((sums) => ['all', 'all', '', ...figures(sums)]),
];

function textOf(closed: MonthCloseReport): string {
  const { month, position } = closed;
  if (closed.sites.length === 0) return `${month} is closed: nothing was earned or paid by its end.`;
  const rows = rowsOf(closed).map((row) => row.filter((_, column) => column !== 2));
  return [
    `${month} is closed at position ${position}.`,
    textTable([['site', 'distributor', ...FIGURES], ...rows], [3, 4, 5, 6, 7, 8, 9, 10, 11]),
  ].join('\n');
}

const csvOf = (closed: MonthCloseReport) =>
  [['site', 'distributor', 'position', ...FIGURES], ...rowsOf(closed)].map((row) => csvLine(row)).join('');
