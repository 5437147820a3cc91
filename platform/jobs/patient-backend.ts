import { createPostgresBackend } from 'bullmq';
import type { Timers } from '../time/timers.ts';
import type { ConnectionLog } from './connection-log.ts';

/** Pause after a first connection that failed, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * BullMQ on Postgres that repeats its first connection until it succeeds. BullMQ itself keeps the first failure, such as a
 * time-out on a busy machine, and its worker then asks again without a pause: no timer and no request of the process would
 * have a turn any more, and SIGTERM would not end it.
 * @param options.isOver whether the pools are closed
 */
export const patientBackend =
  (options: { log: ConnectionLog; timers: Timers; isOver(): boolean }): typeof createPostgresBackend =>
  (...settings) => {
    const { log, timers, isOver } = options;
    const backend = createPostgresBackend(...settings);
    const { connection } = backend;
    const connect = connection.waitUntilReady.bind(connection);
    connection.waitUntilReady = async () => {
      for (;;) {
        try {
          return await connect();
        } catch (error) {
          if (isOver() || connection.isClosing) throw error;
          log.lost(error as Error);
          // The promise that BullMQ keeps. It offers no other way to connect again.
          Reflect.set(connection, 'readyPromise', undefined);
          await timers.sleep(PAUSE_MS);
        }
      }
    };
    return backend;
  };
