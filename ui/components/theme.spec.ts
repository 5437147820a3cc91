import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PALETTE } from './theme.ts';

it('has the same colours with and without MUI', () => {
  const css = readFileSync(new URL('../lib/tokens.css', import.meta.url), 'utf8');
  const tokens = Object.fromEntries(
    [...css.matchAll(/--colour-([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
  );
  expect(tokens).toEqual(PALETTE);
});
