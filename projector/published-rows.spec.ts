import { expect, it } from 'vitest';
import { projections } from './catalogue.ts';
import type { ColumnKind } from './engine/tables/read-model-table.ts';

const TYPES: Record<ColumnKind, string> = {
  ...{ uuid: 'string', text: 'string', integer: 'number', bigint: 'bigint', decimal: 'number', boolean: 'boolean' },
  ...{ timestamp: 'string', date: 'string' },
};

/** `contracts/catalogue/read-model-rows.ts`: what readers in other services know of the tables. */
function publishedRows(): string {
  const tables = projections.map(({ table }) => table);
  const writing = tables.map(({ name, asynchronous }) => `  ${name}: '${asynchronous ? 'asynchronous' : 'inline'}',`);
  const rows = tables.flatMap(({ name, columns }) => [
    `  readonly ${name}: {`,
    ...Object.entries(columns).map(([column, type]) => {
      const [kind, isNullable] = [type.replace('?', '') as ColumnKind, type.endsWith('?')];
      return `    readonly ${column}: ${TYPES[kind]}${isNullable ? ' | null' : ''};`;
    }),
    '  };',
  ]);
  return [
    '// Generated from projector/<concept> by `npm run docs`.',
    '',
    '/** How each read model is written: with its events, or after them. */',
    ...['export const readModels = {', ...writing, '} as const;', ''],
    ...['export interface ReadModelRows {', ...rows, '}', ''],
  ].join('\n');
}

it('are those of contracts/catalogue/read-model-rows.ts (if not: npm run docs)', async () => {
  await expect(publishedRows()).toMatchFileSnapshot('../contracts/catalogue/read-model-rows.ts');
});
