import { Refused } from '@perktree/contracts/kernel/refusals';
import {
  type ProjectionsAnswer,
  type ProjectionTable,
  projectionCalls,
} from '@perktree/contracts/operation/projection-calls';
import type { EventStore } from '@perktree/event-store/port';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { Authenticate } from '@perktree/platform/http/session';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { projections as all } from '../catalogue.ts';
import type { Log } from '../engine/leases/lead.ts';
import type { Projection } from '../engine/live/projection.ts';
import { unfinishedCopies } from '../engine/rebuild/copies.ts';
import { listProjections, type ProjectionListing } from '../engine/rebuild/list.ts';
import { OperationUnderWay, type RebuildOperation } from '../engine/rebuild/operation.ts';
import {
  dropProjection,
  pauseProjection,
  rebuildProjection,
  resumeProjection,
  swapProjection,
  verifyProjections,
} from '../service.ts';

interface Running {
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** Runs operations of operators in the background. Their lock lets one run at a time: a second one fails to begin. */
export class Background {
  private readonly running = new Set<Running>();

  constructor(private readonly logger: Log) {}

  /**
   * Starts some work. Resolves when it has its lock.
   * @param work calls `begun` once it has its lock
   * @throws errors of the work before it has the lock
   */
  async start(what: string, work: (signal: AbortSignal, begun: () => void) => Promise<unknown>): Promise<void> {
    const stopping = new AbortController();
    let hasBegun = false;
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = () => {
        hasBegun = true;
        resolve();
      };
    });
    const working = work(stopping.signal, begun);
    const done = working.then(
      () => this.logger.info({}, `${what} has ended`),
      (err: unknown) => {
        if (hasBegun && !stopping.signal.aborted) this.logger.error({ err }, `${what} has ended early`);
      },
    );
    const current = { stopping, done };
    this.running.add(current);
    void done.then(() => this.running.delete(current));
    await Promise.race([beginning, working]);
  }

  /** Stops them between two steps. @returns whether one was running */
  async stop(): Promise<boolean> {
    const running = [...this.running];
    for (const { stopping } of running) stopping.abort();
    await Promise.all(running.map(({ done }) => done));
    return running.length > 0;
  }
}

/** Converts a listing to JSON: positions as strings of digits, times in ISO 8601. */
function projectionsAnswerOf({ head, tables, operation, leaders }: ProjectionListing): ProjectionsAnswer {
  return {
    head: `${head}`,
    tables: tables.map(({ name, position, behind, updatedAt, ...table }) => ({
      ...table,
      name: name as ProjectionTable['name'],
      position: `${position}`,
      behind: `${behind}`,
      updatedAt: updatedAt.toISOString(),
    })),
    operation: operation && shownOperation(operation),
    leaders: [...leaders],
  };
}

const shownOperation = ({ result: _, ...operation }: RebuildOperation) => ({
  ...operation,
  startedAt: operation.startedAt.toISOString(),
  endedAt: operation.endedAt?.toISOString() ?? null,
});

/** Dependencies of the calls that operate the read models. */
interface ProjectionOperationDeps {
  readonly store: EventStore;
  readonly pool: Pool;
  readonly authenticate: Authenticate;
  readonly logger: FastifyBaseLogger;
}

/** Mounts the calls by which superadmins operate the read models. Long operations run in the background, and end with the app. */
export function mountProjectionOperation(app: FastifyInstance, deps: ProjectionOperationDeps): void {
  const { store, pool, authenticate, logger } = deps;
  const background = new Background(logger);
  app.addHook('onClose', async () => {
    await background.stop();
  });

  const inBackground = (what: string, work: (running: { signal: AbortSignal; onBegin(): void }) => Promise<unknown>) =>
    unlessUnderWay(background.start(what, (signal, onBegin) => work({ signal, onBegin })));

  mountCall(app, authenticate, projectionCalls.projections, async () => ({
    answer: projectionsAnswerOf(await listProjections({ store, pool })),
  }));

  mountCall(app, authenticate, projectionCalls.rebuildProjections, async ({ body, session }) => {
    const projections = chosen(body.names);
    if (body.dryRun) {
      const begun = body.fresh ? [] : await unfinishedCopies(pool, projections);
      const chosenOnes = begun.length > 0 ? begun.map(({ projection }) => projection) : projections;
      return { answer: { started: false, names: namesOf(chosenOnes) } };
    }
    const { swap: when = 'identical', fresh = false } = body;
    const options = { store, pool, projections, swap: when, fresh, holder: holderOf(session) };
    await inBackground('a rebuild', (running) => rebuildProjection({ ...options, ...running }));
    return { answer: { started: true, names: namesOf(projections) } };
  });

  mountCall(app, authenticate, projectionCalls.verifyProjections, async ({ body, session }) => {
    const projections = chosen(body.names);
    const names = namesOf(projections);
    if (body.dryRun) return { answer: { started: false, names } };
    const options = { store, pool, projections, holder: holderOf(session) };
    await inBackground('a verification', (running) => verifyProjections({ ...options, ...running }));
    return { answer: { started: true, names } };
  });

  mountCall(app, authenticate, projectionCalls.stopOperation, async () => ({
    answer: { names: (await background.stop()) ? ['stopped'] : [] },
  }));

  const commands = [
    [projectionCalls.pauseProjections, pauseProjection],
    [projectionCalls.resumeProjections, resumeProjection],
    [projectionCalls.swapProjections, swapProjection],
    [projectionCalls.dropProjections, dropProjection],
  ] as const;
  for (const [definition, run] of commands) {
    mountCall(app, authenticate, definition, async ({ body, session }) => {
      const { names, ...rest } = body;
      const options = { store, pool, projections: chosen(names), holder: holderOf(session), ...rest };
      return { answer: { names: [...(await unlessUnderWay(run(options)))] } };
    });
  }
}

function chosen(names: readonly string[] | undefined): readonly Projection[] {
  return names === undefined ? all : all.filter(({ name }) => names.includes(name));
}

const namesOf = (projections: readonly Projection[]): string[] => projections.map(({ name }) => name);
/** The id only: the bookkeeping has no personal data. */
const holderOf = (session: { readonly userId: string } | null) => `superadmin ${session?.userId ?? ''}`;

async function unlessUnderWay<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof OperationUnderWay)) throw error;
    const { what = 'something', holder = 'another operator' } = error.operation ?? {};
    throw new Refused('OPERATION_UNDER_WAY', { what, holder });
  });
}
