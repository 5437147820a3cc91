import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSealing } from './sealing.ts';

const SECRET = 'a secret for specs, of more than 32 characters';
const sealing = createSealing(SECRET, 'spec');

it('gives back any text, under the same secret, purpose and context alone', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      const sealed = sealing.seal(text, context);

      expect(createSealing(SECRET, 'spec').open(sealed, context)).toBe(text);
      expect(sealing.open(sealed, `${context}.`)).toBeNull();
      expect(createSealing(`${SECRET}.`, 'spec').open(sealed, context)).toBeNull();
      expect(createSealing(SECRET, 'another').open(sealed, context)).toBeNull();
    }),
  );
});

it('refuses changed data', () => {
  const bytes = Buffer.from(sealing.seal('text', 'here'), 'base64url');
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(sealing.open(changed.toString('base64url'), 'here')).toBeNull();
    expect(sealing.open(bytes.subarray(0, place).toString('base64url'), 'here')).toBeNull();
  }
});

it('is different each time, and does not reveal the text', () => {
  const [one, other] = [sealing.seal('a text to be seen', 'here'), sealing.seal('a text to be seen', 'here')];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('seen');
});
