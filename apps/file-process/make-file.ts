import { randomUUID } from 'node:crypto';
import { sealingNow } from '@perktree/audit-service/statement/sealing';
import { type RefusalCode, Refused } from '@perktree/contracts/kernel/refusals';
import { createIdentity } from '@perktree/identity/service';
import type { LongWork } from '@perktree/platform/files/long-call';
import { storeParts } from '@perktree/platform/files/making';
import { createApp } from '@perktree/platform/http/app';
import { isUnavailable } from '@perktree/platform/outages/unavailable';
import { isDiskFull } from '@perktree/platform/postgres/disk-full';
import { createPool } from '@perktree/platform/postgres/pool';
import { ShutdownStack } from '@perktree/platform/process/run-program';
import { systemTimers } from '@perktree/platform/time/timers';
import { PositionFeed } from '@perktree/query-service/engine/position-feed';
import { installWaitForPosition } from '@perktree/query-service/engine/wait-for-position';
import type { FastifyBaseLogger } from 'fastify';
import { auditSigningKey } from '../parts/configuration/audit-signing-key.ts';
import type { Configuration } from '../parts/configuration/configuration.ts';
import { mountReports } from '../parts/mount-reports.ts';
import { openEventStore } from '../parts/stores.ts';
import type { FileTask } from './messages.ts';

/** Few, because the serving processes need the rest of the server's connections. */
const CONNECTIONS = 3;

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
    return await callAndStore(task, options);
  } catch (err) {
    if (!isUnavailable(err)) throw err;
    options.logger.warn({ err, fileId: task.file.fileId }, 'a store did not answer while a file was made');
    return 'UNAVAILABLE';
  }
}

async function callAndStore(
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

    let failure: RefusalCode | null = null;
    const longWork: LongWork = {
      kind: 'file-process',
      progress: onProgress,
      async keep(made) {
        try {
          await storeParts(pool, file, made);
        } catch (error) {
          if (!isDiskFull(error)) throw error;
          failure = 'FILE_STORAGE_FULL';
        }
      },
    };
    const app = createApp({ logger: false, publicOrigin: null });
    parts.add(() => app.close());
    // Mount only reports: no other call makes a file, and loading all of them takes longer than a short report.
    const feed = new PositionFeed(pool, logger);
    parts.add(() => feed.close());
    installWaitForPosition(app, feed, 'all');
    mountReports(app, {
      ...{ identity: { ...identity, authenticate: async () => session }, store, pool, publicUrl, logger },
      // What the call reads from the clock, such as the end of a period that is left out, is as it was at the request.
      clock: () => new Date(file.requestedAt),
      ...(signs && { sealing: sealingNow({ store, pool, key: auditSigningKey(configuration), clock }) }),
      longWork,
    });
    const answer = await app.inject({ method: 'GET', url: file.url, headers: file.headers });
    if (failure !== null || answer.statusCode < 400) return failure;
    const { code } = answer.json() as { code: RefusalCode };
    if (answer.statusCode >= 500) throw new Refused(code);
    return code;
  } finally {
    await parts.closeAll();
  }
}
