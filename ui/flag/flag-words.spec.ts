import { FLAG_RULES } from '@perktree/contracts/flag/rules';
import { expect, it } from 'vitest';
import { flagWindowOf } from './flags-page.tsx';

it('shows the windows of the rules in whole minutes or days', () => {
  expect(flagWindowOf(FLAG_RULES.staff_burst.withinMs)).toEqual({ unit: 'minutes', count: 5 });
  expect(flagWindowOf(FLAG_RULES.shared_device.withinMs)).toEqual({ unit: 'days', count: 7 });
  for (const { withinMs } of Object.values(FLAG_RULES)) expect(flagWindowOf(withinMs).count % 1).toBe(0);
});
