import pg from 'pg';

/** Runs work on a stream while no other process has its turn at the stream, in the order in which they asked. */
export type Turns = <T>(stream: string, work: () => Promise<T>) => Promise<T>;

/** Streams that this process waits or works for at once: each takes a connection of the pool. */
const MAX_TURNS = 2;
/** A turn takes milliseconds. Where one takes longer, such as that of a process that hangs, the next one begins. */
const MAX_WAIT_MS = 500;
/** "turns" in ASCII: keeps these locks apart from others. */
const LOCK_SPACE = 0x7475_726e;

/**
 * Turns by locks of Postgres, for streams of any event store. They save conflicts and decide nothing: an append compares its
 * stream in any case, so work without a turn, where none is to be had in time, is as correct.
 */
export function createTurns(pool: pg.Pool, maxWaitMs = MAX_WAIT_MS): Turns {
  let turns = 0;
  return async (stream, work) => {
    if (turns === MAX_TURNS) return work();
    turns += 1;
    const client = await pool.connect().catch(() => null);
    const lock = `pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(stream)}, ${LOCK_SPACE}))`;
    await client?.query(`BEGIN; SET LOCAL lock_timeout = ${maxWaitMs}; SELECT ${lock}`).catch(() => {});
    try {
      return await work();
    } finally {
      turns -= 1;
      // Not awaited: it frees the lock for others.
      client?.query('ROLLBACK').then(
        () => client.release(),
        (error) => client.release(error),
      );
    }
  };
}
