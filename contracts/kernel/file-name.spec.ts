import { expect, it } from 'vitest';
import { fileName } from './file-name.ts';

it.each<[name: string, parts: readonly (string | null | undefined)[], extension: string]>([
  ['Corner-Cafe_Redemptions_2026-07-01.csv', ['Corner Café', 'Redemptions', '2026-07-01'], 'csv'],
  ['Arbol-de-comisiones_2026-07-01.xlsx', [undefined, 'Árbol de comisiones', '2026-07-01'], 'xlsx'],
  ['a-b_c.pdf', [' a/../b ', null, '', '···', 'c'], 'pdf'],
  ['お茶と菓子_मुंबई_Ñ2.zip'.replace('Ñ', 'N'), ['お茶と菓子', 'मुंबई', 'Ñ2'], 'zip'],
  [`${'𝒜'.repeat(60)}.json`, ['𝒜'.repeat(70)], 'json'],
])('%s', (name, parts, extension) => {
  expect(fileName(parts, extension)).toBe(name);
  expect(() => encodeURIComponent(name)).not.toThrow();
});
