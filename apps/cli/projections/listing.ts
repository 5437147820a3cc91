import type { Listing } from '@perktree/projector/engine/rebuild/list';
import { progressText } from '../progress-line.ts';
import { textTable } from '../text-table.ts';

const MIB = 1024 * 1024;

export function listingText({ head, tables, operation, leaders }: Listing): string {
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
