import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/project.mjs';
import { FAULTS } from './faults.mjs';

it('there are forty faults, twelve of them in screens', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
  expect(FAULTS.filter(({ specs }) => specs.some((spec) => spec.includes('.screen.'))).length).toBeGreaterThanOrEqual(
    12,
  );
});

it.each(FAULTS)('can be planted: $what', ({ file, from, to }) => {
  const text = readFileSync(join(root, file), 'utf8');
  expect(text.split(from)).toHaveLength(2);
  expect(text.replace(from, () => to)).not.toBe(text);
});
