import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { OutcomeUnknown, ServerReplaced, StoreUnavailable } from '../port.ts';
import { AppendWriter } from './append-writer.ts';

const append = { stream: 'staffCodes-a-b', expectedRevision: -1, events: [], given: [] };

const isAboutServer = (statement: unknown) => String(statement).includes('pg_postmaster_start_time');

/** A writer whose connections the test grants, and which lose everything sent over them. */
function setUp(connected: (timers: ManualTimers) => void, code = 'ECONNRESET') {
  const timers = new ManualTimers();
  const sent: unknown[] = [];
  const client = {
    query: async (statement: unknown) => {
      if (isAboutServer(statement)) return { rows: [{ started: 'today' }] };
      sent.push(statement);
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code });
    },
    release: () => {},
  };
  const connect = async () => {
    connected(timers);
    return client;
  };
  const writer = new AppendWriter({ connect } as unknown as pg.Pool, () => {}, undefined, timers);
  return { sent, append: () => timers.run(writer.append(append)) };
}

/** The process stands still for 65 s: its timers do not fire. */
const standStill = (timers: ManualTimers) => timers.setWallClock(new Date(timers.now() + 65_000).toISOString());

describe('an append that has waited for long', () => {
  it('is not sent, and known not to have happened', async () => {
    // The process stands still while it asks for a connection.
    const { sent, append } = setUp(standStill);
    await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(sent).toEqual([]);
  });

  it.each(['ECONNRESET', 'EPIPE'])('is sent again after %s, as long as it has not', async (code) => {
    let times = 0;
    const { sent, append } = setUp((timers) => {
      times += 1;
      if (times > 2) standStill(timers);
    }, code);
    await expect(append()).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(sent.length).toBe(2);
  });

  it('is not sent again: whether it has happened is not known', async () => {
    let times = 0;
    const { sent, append } = setUp((timers) => {
      times += 1;
      if (times > 1) standStill(timers);
    });
    await expect(append()).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(sent.length).toBe(1);
  });
});

describe('an append that was decided before another server took over', () => {
  /** A writer on a server that takes every append, and is another one after `failOver`. */
  function setUpPair() {
    const timers = new ManualTimers();
    let started = 'first';
    const seen: unknown[] = [];
    const clientOf = (server: string) => ({
      async query(statement: string | { values: readonly unknown[] }) {
        if (isAboutServer(statement)) return { rows: [{ started: server }] };
        // The parameter `seen` of append_batch.
        const names = (statement as { values: readonly unknown[] }).values[10];
        seen.push(names);
        const isRefused = String(names).includes('00000000-0000');
        return { rows: [{ append: 1, accepted: !isRefused, revision: 0, position: isRefused ? null : '1' }] };
      },
      release() {},
    });
    let client = clientOf(started);
    const connect = async () => client;
    return {
      seen,
      timers,
      writer: new AppendWriter({ connect } as unknown as pg.Pool, () => {}, undefined, timers),
      failOver() {
        started = 'second';
        client = clientOf(started);
      },
    };
  }

  it('is not made; one that was decided afterwards is', async () => {
    const { timers, writer, failOver } = setUpPair();
    const readAt = timers.now();
    await writer.append({ ...append, readAt });
    failOver();
    const refused = writer.append({ ...append, readAt });
    await expect(refused).rejects.toBeInstanceOf(ServerReplaced);
    await expect(refused).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'The database server was replaced or restarted while a command was decided',
    });
    expect(await writer.append({ ...append, readAt: timers.now() + 1 })).toMatchObject({ position: 1n });
  });

  it('is accepted on the first server of the process, or without a known read time', async () => {
    const { timers, writer, failOver } = setUpPair();
    await writer.append({ ...append, readAt: timers.now() - 10_000 });
    failOver();
    expect(await writer.append(append)).toMatchObject({ position: 1n });
  });
});
