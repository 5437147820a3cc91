import { describe, expect, it } from 'vitest';
import { decodeEvent, encodeEvent, UndecodableEvent } from './codec.ts';
import type { EventOf } from './events.ts';

const siteId = '0198c0de-0000-4000-8000-000000000001';
const tenantId = '0198c0de-0000-4000-8000-000000000002';
const eventId = '0198c0de-0000-4000-8000-0000000000aa';
const metadata = {
  $correlationId: 'request-1',
  $causationId: 'request-1',
  actor: { id: 'user-1', role: 'site_owner' as const },
  commandId: 'command-1',
  commandName: 'deactivateSite',
  recordedAt: '2026-06-01T10:00:00.000Z',
};
const event: EventOf<'SiteDeactivated'> = { type: 'SiteDeactivated', data: { siteId, tenantId } };
const place = { stream: `site-${siteId}`, revision: 4, position: 17n };

/** As a store returns it, after a round trip through JSON. */
const throughStore = (changes: object = {}) => ({
  ...JSON.parse(JSON.stringify(encodeEvent(event, eventId, metadata))),
  ...place,
  ...changes,
});

describe('the event codec', () => {
  it('reads back written events with their positions', () => {
    expect(decodeEvent(throughStore())).toEqual({
      ...place,
      eventId,
      fact: event,
      metadata: { ...metadata, schemaVersion: 1 },
    });
  });

  it('refuses a type that no version of the product has written', () => {
    expect(() => decodeEvent(throughStore({ type: 'SiteVanished' }))).toThrow(
      /SiteVanished.*position 17.*unknown type/,
    );
    for (const type of ['toString', '__proto__']) {
      expect(() => decodeEvent(throughStore({ type }))).toThrow(UndecodableEvent);
    }
  });

  it('refuses a schema version from the future', () => {
    const future = { metadata: { ...metadata, schemaVersion: 2 } };
    expect(() => decodeEvent(throughStore(future))).toThrow('schema version 2 is newer than 1');
  });

  it.each([
    ['a field missing', { siteId }],
    ['a field too many', { siteId, tenantId, name: 'Corner shop' }],
  ])('refuses data with %s', (_, data) => {
    expect(() => decodeEvent(throughStore({ data }))).toThrow(UndecodableEvent);
  });

  it.each([
    ['no actor', { ...metadata, schemaVersion: 1, actor: undefined }],
    ['no version', metadata],
    ['personal data beside the ids', { ...metadata, schemaVersion: 1, email: 'a@example.org' }],
  ])('refuses metadata with %s', (_, changed) => {
    expect(() => decodeEvent(throughStore({ metadata: changed }))).toThrow(/metadata/);
  });

  it('never writes an event that it could not read back', () => {
    const wrong = { type: 'SiteDeactivated', data: { siteId: 'not an id', tenantId } } as const;
    expect(() => encodeEvent(wrong, eventId, metadata)).toThrow();
  });
});
