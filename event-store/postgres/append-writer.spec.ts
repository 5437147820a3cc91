import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { OutcomeUnknown, StoreUnavailable } from '../port.ts';
import { AppendWriter } from './append-writer.ts';

const append = { stream: 'staffCodes-a-b', expectedRevision: -1, events: [] };

/** A writer whose connections are had when the test says so, and lose whatever is sent over them. */
function setUp(connected: () => void) {
  const sent: unknown[] = [];
  const client = {
    query: async (statement: unknown) => {
      sent.push(statement);
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    },
    release: () => {},
  };
  const connect = async () => {
    connected();
    return client;
  };
  return { sent, writer: new AppendWriter({ connect } as unknown as pg.Pool, () => {}) };
}

describe('an append that has waited for long', () => {
  it('is not sent, and known not to have happened', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    // The process stands still while it asks for a connection.
    const { sent, writer } = setUp(() => clock.mockReturnValue(now + 65_000));
    await expect(writer.append(append)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(sent).toEqual([]);
    clock.mockRestore();
  });

  it('is not sent again: whether it has happened is not known', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    let times = 0;
    const { sent, writer } = setUp(() => {
      times += 1;
      if (times > 1) clock.mockReturnValue(now + 65_000);
    });
    await expect(writer.append(append)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(sent.length).toBe(1);
    clock.mockRestore();
  });
});
