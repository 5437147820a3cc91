import { expect, it } from 'vitest';
import { selectedNames } from './selected-names.mjs';

it('takes words, and neither options nor their values', () => {
  expect(selectedNames(['ledger', '-t', 'a test', '--project=units', './ui/lib', '--reporter', 'dot'])).toEqual([
    'ledger',
    'ui/lib',
  ]);
  expect(selectedNames(['--project=units', 'ledger'])).toEqual(['ledger']);
  expect(selectedNames([])).toEqual([]);
});
