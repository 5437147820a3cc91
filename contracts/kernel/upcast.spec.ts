import { describe, expect, it } from 'vitest';
import { upcast } from './upcast.ts';

const steps = {
  1: (data: unknown) => ({ ...(data as object), currency: 'EUR' }),
  2: (data: unknown) => ({ wrapped: data }),
};

describe('upcasting', () => {
  it('leaves the newest version as it is', () => {
    expect(upcast({ a: 1 }, 3, 3, steps)).toEqual({ a: 1 });
  });

  it('chains the steps from any older version to the newest', () => {
    expect(upcast({ a: 1 }, 2, 3, steps)).toEqual({ wrapped: { a: 1 } });
    expect(upcast({ a: 1 }, 1, 3, steps)).toEqual({ wrapped: { a: 1, currency: 'EUR' } });
  });

  it('refuses a version from the future', () => {
    expect(() => upcast({}, 4, 3, steps)).toThrow('schema version 4 is newer than 3');
  });

  it('refuses where a step is missing', () => {
    expect(() => upcast({}, 1, 4, steps)).toThrow('no way from version 3 to 4');
  });
});
