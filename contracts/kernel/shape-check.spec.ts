import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventSchemas } from '../catalogue/events.ts';
import { eventMetadataSchema } from './envelope.ts';
import { shapeCheck } from './shape-check.ts';

interface Fixture {
  readonly metadata: object;
  readonly examples: readonly { readonly decoded: object }[];
}
const fixtureOf = (type: string): Fixture =>
  JSON.parse(readFileSync(new URL(`../fixtures/events/${type}.v1.json`, import.meta.url), 'utf8'));

/** The compiled schemas, with sample values. */
const CHECKED = [
  ...(['QrScanned', 'BenefitRedeemed', 'RedemptionReversed'] as const).map((type) => ({
    schema: eventSchemas[type] as z.ZodType,
    values: fixtureOf(type).examples.map(({ decoded }) => decoded),
  })),
  { schema: eventMetadataSchema as z.ZodType, values: [fixtureOf('BenefitRedeemed').metadata] },
].map((each) => ({ ...each, check: shapeCheck(each.schema) }));

/** What JSON can hold and events should not. */
const junk = fc.oneof(
  fc.constantFrom(null, true, '', 'x', '2026-02-30T12:00:00.000Z', '1.5', 0, -1, 1.005, 1e21, [], {}),
  fc.jsonValue({ maxDepth: 1 }),
);
type Place = { readonly holder: Record<string, unknown>; readonly key: string };

/** Each field, at any depth. */
function placesOf(holder: Record<string, unknown>): readonly Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? placesOf(value as Record<string, unknown>) : []),
  ]);
}

const change = fc.tuple(
  fc.constantFrom(...CHECKED.flatMap(({ values, ...by }) => values.map((value) => ({ value, ...by })))),
  fc.nat(),
  fc.oneof(fc.constant('left out' as const), fc.constant('added' as const), fc.record({ replaced: junk })),
);

describe('a check made of a schema', () => {
  it('accepts valid values, in any order of keys', () => {
    for (const { check, values } of CHECKED) {
      expect(values.map(check)).toEqual(values.map(() => true));
      const turned = values.map((value) => Object.fromEntries(Object.entries(value).reverse()));
      expect(turned.map(check)).toEqual(values.map(() => true));
    }
  });

  it('accepts only values that the schema accepts unchanged', () => {
    fc.assert(
      fc.property(change, ([{ value, schema, check }, pick, how]) => {
        const changed = structuredClone(value) as Record<string, unknown>;
        const places = placesOf(changed);
        const { holder, key } = places[pick % places.length] as Place;
        if (how === 'left out') delete holder[key];
        else if (how === 'added') Array.isArray(holder) ? holder.push(1) : Object.assign(holder, { added: 1 });
        else holder[key] = how.replaced;
        const parsed = schema.safeParse(changed);
        if (check(changed)) expect(parsed).toEqual({ success: true, data: changed });
        // Asking the schema instead is right, too, and slow.
        else expect(parsed.success && JSON.stringify(parsed.data) === JSON.stringify(changed)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
