import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_STREAM } from './port.ts';
import { MAX_EVENT_BYTES, serialiseAppend } from './serialise.ts';

const event = (data: unknown) => ({ eventId: randomUUID(), type: 'Happened', data, metadata: {} });
const serialise = (data: unknown) => serialiseAppend('site-1', NO_STREAM, [event(data)]);

describe('serialising an append', () => {
  it('counts bytes, not characters, and takes exactly 1 MiB', () => {
    // Quotes and the metadata's braces: four bytes.
    const largest = 'é'.repeat((MAX_EVENT_BYTES - 4) / 2);
    expect(serialise(largest)[0]?.bytes).toBe(MAX_EVENT_BYTES);
    expect(() => serialise(`${largest}x`)).toThrow(/1048577 bytes, and an event at most 1048576/);
  });

  it('names values that are not JSON, with their path', () => {
    expect(() => serialise({ amount: 1n })).toThrow(/Happened\.data is not JSON: .*BigInt/);
  });

  it('writes event ids in lower case, as they are read back', () => {
    const eventId = randomUUID().toUpperCase();
    const [serialised] = serialiseAppend('site-1', NO_STREAM, [{ ...event(1), eventId }]);
    expect(serialised?.eventId).toBe(eventId.toLowerCase());
  });

  it.each(['a\nb', '\ud83d', 'x'.repeat(256)])('refuses the stream name %j', (name) => {
    expect(() => serialiseAppend(name, NO_STREAM, [event(1)])).toThrow(TypeError);
  });
});
