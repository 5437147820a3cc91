import type pg from 'pg';
import { systemTimers } from '../time/timers.ts';

/** Time between two heartbeats, and for each answer, in milliseconds: a vanished server is noticed within 15 s. */
const EVERY_MS = 10_000;
const ANSWER_MS = 5_000;

/**
 * Asks the server whether it is there. Without an answer in time the connection is destroyed: its `error` event reports the
 * loss. Call it only while no other query runs on the connection.
 */
export async function checkAlive(client: pg.Client): Promise<void> {
  const { stream } = client.connection;
  const endTimer = systemTimers.after(ANSWER_MS, () => {
    stream.destroy(new Error(`no answer within ${ANSWER_MS} ms`));
  });
  try {
    await client.query('SELECT 1');
  } finally {
    endTimer();
  }
}

/**
 * Checks a connection that only listens, until it ends: it sends nothing, so nothing else notices a server that vanished
 * without ending it, as after a power cut.
 * @param check for callers that check more often on their own
 */
export function keepHeartbeat(client: pg.Client, check = () => checkAlive(client)): void {
  const beat = () => void check().catch(() => client.connection.stream.destroy());
  client.once('end', systemTimers.every(EVERY_MS, beat));
}
