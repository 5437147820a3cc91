import type { Listing } from '@perktree/projector/list';
import { progressText } from '../progress-line.ts';

const MIB = 1024 * 1024;

/** What `list` prints for a person. */
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
  const lines = aligned([['read model', 'version', 'status', 'position', 'behind', 'rows', 'size'], ...rows]);
  const failed = tables
    .filter(({ status }) => status === 'failed')
    .map(({ relation, error }) => `${relation}: ${error}`);
  const led = leaders.map(({ group, holder }) => `${group}: ${holder ?? 'led by nobody'}`);
  const busy = operation?.underWay
    ? [
        `Under way: ${operation.what} by ${operation.holder}${operation.progress ? `, ${progressText(operation.progress)}` : ''}`,
      ]
    : [];
  return [...lines, '', `The store's head is at position ${head}.`, ...led, ...busy, ...failed].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
