import { randomUUID } from 'node:crypto';
import { sealingNow } from '@perktree/audit-service/statement/sealing';
import { type RefusalCode, Refused } from '@perktree/contracts/kernel/refusals';
import { createIdentity } from '@perktree/identity/service';
import { makeLongCall, positionFor } from '@perktree/platform/files/long-call';
import { type ClaimedFile, storeParts } from '@perktree/platform/files/making';
import { isUnavailable } from '@perktree/platform/outages';
import { isDiskFull } from '@perktree/platform/postgres/disk-full';
import { createPool } from '@perktree/platform/postgres/pool';
import { ShutdownStack } from '@perktree/platform/process/run-program';
import { systemTimers } from '@perktree/platform/time/timers';
import { PositionFeed } from '@perktree/query-service/engine/position-feed';
import type { FastifyBaseLogger } from 'fastify';
import { auditSigningKey } from '../parts/configuration/audit-signing-key.ts';
import type { Configuration } from '../parts/configuration/configuration.ts';
import { longCallsOf } from '../parts/mount-reports.ts';
import { openEventStore } from '../parts/stores.ts';

/** Few, because the serving processes need the rest of the server's connections. */
const CONNECTIONS = 3;
/** How long a file waits for the read models, in milliseconds, before another attempt is made later. */
const WAIT_MS = 2_000;

/** The task of the process of a file, which takes all other settings from the parent's environment. */
export interface FileTask {
  readonly file: ClaimedFile;
  readonly connectionString: string;
  readonly publicUrl: string;
  /** Whether the parent has a key for signing. */
  readonly signs: boolean;
}

/** From the process of a file: its progress from 0 to 1, or its end. */
export type FileReport = { readonly progress: number } | { readonly failure: RefusalCode | null };

interface MakeOptions {
  readonly configuration: Configuration;
  readonly logger: FastifyBaseLogger;
  readonly onProgress: (done: number) => void;
}

/**
 * Makes the call of a file as its user, with the user's current rights, and stores the answer.
 * @returns null, or the code of the call's refusal. UNAVAILABLE: a store did not answer, so another attempt may succeed
 * @throws Error for any unexpected failure
 */
export async function makeFile(task: FileTask, options: MakeOptions): Promise<RefusalCode | null> {
  try {
    return await makeAndStore(task, options);
  } catch (err) {
    if (!isUnavailable(err)) throw err;
    options.logger.warn({ err, fileId: task.file.fileId }, 'a store did not answer while a file was made');
    return 'UNAVAILABLE';
  }
}

async function makeAndStore(
  { file, connectionString, publicUrl, signs }: FileTask,
  options: MakeOptions,
): Promise<RefusalCode | null> {
  const { configuration, logger, onProgress } = options;
  const parts = new ShutdownStack(logger);
  try {
    const applicationName = 'perktree-file';
    // No statement timeout: the heap limit bounds the process, and the user can cancel it.
    const pool = createPool({ connectionString, applicationName, max: CONNECTIONS, statementTimeoutMs: 0 });
    parts.add(() => pool.end());
    const store = await openEventStore(configuration, { connectionString, applicationName, logger });
    parts.add(() => store.close());
    const clock = () => new Date(systemTimers.now());
    const identity = createIdentity({ pool, publicUrl, sessionSecret: randomUUID(), logger, clock });
    const session = await identity.sessionAs(file.userId, file.role);
    if (session === null) return 'NOT_ALLOWED';

    const feed = new PositionFeed(pool, logger);
    parts.add(() => feed.close());
    const position = positionFor(file);
    if (position !== null && !(await feed.reaches(position, WAIT_MS, 'all'))) return 'UNAVAILABLE';
    // What the call reads from the clock, such as the end of a period that is left out, is as it was at the request.
    const at = new Date(file.requestedAt);
    const calls = longCallsOf({
      identity,
      store,
      pool,
      publicUrl,
      logger,
      clock: () => at,
      ...(signs && { sealing: sealingNow({ store, pool, key: auditSigningKey(configuration), clock }) }),
    });
    const made = await makeLongCall(calls, { url: file.url, session, at }, onProgress);
    return await storeParts(pool, file, made).then(() => null, refusalOfFullDisk);
  } catch (err) {
    if (err instanceof Refused && err.status < 500) return err.code;
    throw err;
  } finally {
    await parts.closeAll();
  }
}

function refusalOfFullDisk(error: unknown): RefusalCode {
  if (isDiskFull(error)) return 'FILE_STORAGE_FULL';
  throw error;
}
