import {
  type ClosedSums,
  closeMonth,
  type MonthCloseReport,
  mustBeOver,
  zonesOfSite,
} from '@perktree/audit-service/month-close/close-month';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { CliSession } from '../session.ts';
import { textTable } from '../text-table.ts';
import type { AuditOptions, AuditOutcome } from './audit.ts';
import { linesOf, replayStores } from './scope.ts';

interface CloseOptions extends AuditOptions {
  readonly month: string;
}

const NAMES = [
  ...(['currency', 'opening', 'entries', 'earned', 'reversals'] as const),
  ...(['takenBack', 'payouts', 'paidOut', 'writtenOff', 'closing'] as const),
];
const FIGURES = NAMES.map((name) => name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`));
const figures = (sums: ClosedSums) => NAMES.map((name) => `${sums[name]}`);

/** Closes the books of a month: of a site in its time zone, of all sites in UTC. They do not contain the time of closing, so a later run gives the same result. */
export async function close(session: CliSession, { month, site: siteId }: CloseOptions): Promise<AuditOutcome> {
  const { result: closed, sites: named } = await replayStores(
    session,
    'closing',
    { site: siteId },
    async ({ store, pool }, onProgress) => {
      const zones = siteId === undefined ? undefined : await zonesOfSite(store, siteId);
      mustBeOver(month, session.now(), zones);
      return closeMonth({ store, pool, month, siteId, zones, signal: session.stopSignal(), onProgress });
    },
  );
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
  return {
    json: closed,
    text: textOf(closed),
    csv: linesOf(['site', 'distributor', 'position', ...FIGURES], rowsOf(closed)),
    paper: { head, tables },
  };
}

const NOTHING = 'Nothing was earned or paid by the end of this month.';

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
