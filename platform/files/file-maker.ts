import { setTimeout as sleep } from 'node:timers/promises';
import type { RefusalCode } from '@perktree/contracts/refusals';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { warnOfFailure } from '../outages/failure-log.ts';
import { deleteExpiredFiles } from './file-store.ts';
import { ATTEMPTS, type ClaimedFile, claimFile, endAttempt, releaseFile, renewLease } from './making.ts';

/** Between two looks for a file, in milliseconds. */
const POLL_MS = 500;
/** Longest pause after failures, in milliseconds. */
const LONGEST_PAUSE_MS = 10_000;
/** Between two renewals of a lease, which also store the progress; in milliseconds. */
const RENEW_MS = 1_000;
/** Between two deletions of expired files, in milliseconds. */
const EXPIRE_MS = 600_000;

/**
 * Makes a file in a process of its own. Its failure is null, or the code of the refusal that its call gave.
 * @throws Error if the process died
 */
export type MakeFile = (
  file: ClaimedFile,
  options: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
) => Promise<{ readonly failure: RefusalCode | null }>;

export interface FileMaker {
  /** Ends a file under way; another process takes it over. */
  stop(): Promise<void>;
}

/**
 * Makes requested files, one after the other. The table of files is the queue: leases in it let the processes that share it
 * each take another file, and take over the file of one that died.
 */
export function startFileMaker(options: {
  readonly pool: Pool;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly makeFile: MakeFile;
  readonly onFile?: (outcome: 'done' | 'failed' | 'died') => void;
}): FileMaker {
  const { pool, logger, makeFile, onFile = () => {} } = options;
  const stopping = new AbortController();
  let expireAt = 0;

  async function run(): Promise<void> {
    for (let pause = POLL_MS; !stopping.signal.aborted; ) {
      try {
        if (Date.now() > expireAt) {
          await deleteExpiredFiles(pool);
          expireAt = Date.now() + EXPIRE_MS;
        }
        const file = await claimFile(pool);
        pause = POLL_MS;
        if (file === null) await sleep(pause, null, { signal: stopping.signal }).catch(() => {});
        else await make(file);
      } catch (err) {
        warnOfFailure(logger, err, 'cannot make files of long calls; trying again');
        await sleep(pause, null, { signal: stopping.signal }).catch(() => {});
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  async function make(file: ClaimedFile): Promise<void> {
    if (file.attempt > ATTEMPTS) {
      onFile('failed');
      return endAttempt(pool, file, 'FILE_NOT_MADE');
    }
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    let progress = 0;
    const timer = setInterval(() => {
      // If the database does not answer, the lease ends, and this attempt can no longer finish the file.
      renewLease(pool, file, progress).then(
        (isOurs) => isOurs || lost.abort(),
        () => {},
      );
    }, RENEW_MS);
    try {
      // Stopped while it was claimed.
      signal.throwIfAborted();
      const { failure } = await makeFile(file, {
        signal,
        onProgress: (done) => {
          progress = done;
        },
      });
      await endAttempt(pool, file, failure);
      onFile(failure === null ? 'done' : 'failed');
    } catch (err) {
      if (!signal.aborted) {
        onFile('died');
        logger.warn({ err, fileId: file.fileId, attempt: file.attempt }, 'the process of a file died');
      }
      await releaseFile(pool, file);
    } finally {
      clearInterval(timer);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
