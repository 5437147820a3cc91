import { describe, expect, it } from 'vitest';
import { categoryOf, streams } from './events.ts';

describe('stream names', () => {
  it('split at the first dash into the category and the id', () => {
    const id = 'b8f4c1de-52a3-4a70-9f3e-2f1f6f4b7a11';
    expect(streams.redemptionCode(id, 'ABC-234')).toBe(`redemptionCode-${id}-ABC-234`);
    for (const [category, name] of Object.entries(streams)) {
      expect(categoryOf(name(id, 'x'))).toBe(category);
    }
  });
});
