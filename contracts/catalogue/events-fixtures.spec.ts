import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventMetadataSchema } from '../kernel/envelope.ts';
import { decodeEvent, encodeEvent } from './codec.ts';
import { type AnyEvent, type EventType, eventSchemas } from './events.ts';
import { currentVersion } from './upcasters.ts';

/**
 * Every event shape ever persisted, as a permanent file: `<Type>.v<version>.json`. `data` is the stored form,
 * `decoded` the form of today's product. With a new version comes a new file; `decoded` of the old ones
 * then shows what upcasting does to them. `data` of a file never changes.
 */
const fixtureSchema = z.strictObject({
  type: z.string(),
  metadata: z.looseObject({ schemaVersion: z.int() }),
  examples: z.array(z.strictObject({ data: z.looseObject({}), decoded: z.looseObject({}) })).min(1),
});
/** What the release before this one reads; types that are not named, in version 1. At a release this becomes what that release reads. */
const { schemaVersions } = z
  .object({ schemaVersions: z.record(z.string(), z.int()) })
  .parse(JSON.parse(readFileSync(new URL('../fixtures/previous-release.json', import.meta.url), 'utf8')));
const folder = new URL('../fixtures/events/', import.meta.url);
const files = readdirSync(folder).sort();
const fixtures = files.map((file) => ({
  file,
  fixture: fixtureSchema.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
}));

const eventMetadata = (metadata: unknown) => eventMetadataSchema.parse(metadata);
const stored = (type: string, data: unknown, metadata: unknown) => ({
  stream: 'fixture-1',
  revision: 0,
  position: 1n,
  eventId: '0198c0de-0000-4000-8000-0000000000ff',
  type,
  data,
  metadata,
});

describe('events that were ever persisted', () => {
  it('have a fixture of each version of each type, and no other', () => {
    const expected = (Object.keys(eventSchemas) as EventType[]).flatMap((type) =>
      Array.from({ length: currentVersion(type) }, (_, index) => `${type}.v${index + 1}.json`),
    );
    expect(files).toEqual(expected.sort());
  });

  it.each(fixtures)('$file is named after what it holds', ({ file, fixture }) => {
    expect(`${fixture.type}.v${fixture.metadata.schemaVersion}.json`).toBe(file);
  });

  it.each(fixtures)('$file still decodes to the same', ({ fixture }) => {
    for (const { data, decoded } of fixture.examples) {
      const event = decodeEvent(stored(fixture.type, data, fixture.metadata));
      expect(event.fact).toEqual({ type: fixture.type, data: decoded });
      expect(event.metadata).toEqual(fixture.metadata);
    }
  });
});

describe('the previous release', () => {
  const itsFixtures = fixtures.filter(
    ({ fixture: { type, metadata } }) => metadata.schemaVersion === (schemaVersions[type] ?? 1),
  );

  it.each(itsFixtures)('reads what is written today, where it says no more than $file', ({ fixture }) => {
    for (const { data, decoded } of fixture.examples) {
      const event = { type: fixture.type, data: decoded } as AnyEvent;
      const written = encodeEvent(event, '0198c0de-0000-4000-8000-0000000000ff', eventMetadata(fixture.metadata));
      expect([written.data, written.metadata.schemaVersion]).toEqual([data, fixture.metadata.schemaVersion]);
    }
  });

  it.each(fixtures)('and today nothing is lost of $file', ({ fixture }) => {
    for (const { decoded } of fixture.examples) {
      const event = { type: fixture.type, data: decoded } as AnyEvent;
      const written = encodeEvent(event, '0198c0de-0000-4000-8000-0000000000ff', eventMetadata(fixture.metadata));
      expect(decodeEvent(stored(fixture.type, written.data, written.metadata)).fact).toEqual(event);
    }
  });
});

describe('a fixture notices a changed shape', () => {
  const newest = fixtures.filter(
    ({ fixture }) => fixture.metadata.schemaVersion === currentVersion(fixture.type as EventType),
  );

  it.each(newest)('$file: a field added as required, taken away, or renamed', ({ fixture }) => {
    const schema: z.ZodObject = eventSchemas[fixture.type as EventType];
    const fields = Object.entries(schema.shape);
    const fails = (shape: z.ZodRawShape) =>
      fixture.examples.some(({ decoded }) => !z.strictObject(shape).safeParse(decoded).success);

    expect(fails(schema.shape)).toBe(false);
    expect(fails({ ...schema.shape, somethingNew: z.string() })).toBe(true);
    for (const [field, type] of fields) {
      const without = Object.fromEntries(fields.filter(([name]) => name !== field));
      expect(fails(without)).toBe(true);
      expect(fails({ ...without, [`${field}Renamed`]: type })).toBe(true);
    }
  });
});
