import { type RefusalCode, Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { isUnavailable, warnOfFailure } from '../outages.ts';
import { WakeUp } from '../postgres/wake-up.ts';
import { systemTimers, type Timers } from '../time/timers.ts';
import { type ClaimedFile, claimFile, DEATHS, endAttempt, OUTAGES, releaseFile, renewLease } from './making.ts';
import { FILES_CHANNEL } from './migrations.ts';

const POLL_MS = 15_000;
/** Pauses after failures, in milliseconds. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [500, 10_000];
/** Between two renewals of a lease, which also store the progress; in milliseconds. */
const RENEW_MS = 1_000;

/**
 * Makes a file in a process of its own. Its failure is null, or the code of the refusal that its call gave.
 * UNAVAILABLE: a store did not answer, so another attempt may succeed.
 * @throws Error if the process died
 */
export type MakeFile = (
  file: ClaimedFile,
  options: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
) => Promise<{ readonly failure: RefusalCode | null }>;

/**
 * Makes requested files, one after the other. The table of files is the queue: leases in it let the processes that share it
 * each take another file, and take over the file of one that died.
 */
export function startFileMaker(options: {
  readonly pool: Pool;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly makeFile: MakeFile;
  readonly onFile?: (outcome: 'done' | 'failed' | 'died') => void;
  /** Between two looks for a file whose pause or lease is over, in milliseconds. Requests are announced. */
  readonly pollMs?: number;
  readonly timers?: Timers;
}) {
  const { pool, logger, makeFile, onFile = () => {}, pollMs = POLL_MS, timers = systemTimers } = options;
  const stopping = new AbortController();
  const bell = new WakeUp(pool, [FILES_CHANNEL], logger, timers);

  async function run(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; ) {
      try {
        bell.listen();
        const file = await claimFile(pool);
        pause = FIRST_PAUSE_MS;
        if (file === null) await bell.wait(pollMs);
        else await make(file);
      } catch (err) {
        warnOfFailure(logger, err, 'cannot make files of long calls; trying again');
        await timers.sleep(pause, stopping.signal);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      }
    }
  }

  async function make(file: ClaimedFile): Promise<void> {
    if (file.deaths >= DEATHS) return end(file, 'FILE_NOT_MADE');
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    let progress = 0;
    const endRenewals = timers.every(RENEW_MS, () => {
      // If the database does not answer, the lease ends, and this attempt can no longer finish the file.
      renewLease(pool, file, progress).then(
        (isOurs) => isOurs || lost.abort(),
        () => {},
      );
    });
    try {
      // Stopped while it was claimed.
      signal.throwIfAborted();
      const { failure } = await makeFile(file, {
        signal,
        onProgress: (done) => {
          progress = done;
        },
      });
      if (failure === 'UNAVAILABLE' && file.outages < OUTAGES) throw new Refused(failure);
      await end(file, failure);
    } catch (err) {
      if (signal.aborted) await releaseFile(pool, file, 'stop');
      else await retryLater(file, err);
    } finally {
      endRenewals();
    }
  }

  async function end(file: ClaimedFile, failure: RefusalCode | null): Promise<void> {
    await endAttempt(pool, file, failure);
    onFile(failure === null ? 'done' : 'failed');
  }

  async function retryLater(file: ClaimedFile, err: unknown): Promise<void> {
    const { fileId, attempt, deaths } = file;
    if (isUnavailable(err)) {
      warnOfFailure(logger, err, 'a store did not answer while a file was made; trying again', { fileId, attempt });
      return releaseFile(pool, file, 'outage');
    }
    onFile('died');
    logger.warn({ err, fileId, attempt }, 'the process of a file died');
    if (deaths + 1 >= DEATHS) await end(file, 'FILE_NOT_MADE');
    else await releaseFile(pool, file, 'death');
  }

  const running = run();
  return {
    /** Ends a file under way; another process takes it over. */
    async stop(): Promise<void> {
      stopping.abort();
      bell.ring();
      await running;
      bell.close();
    },
  };
}
