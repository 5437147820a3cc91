import { z } from 'zod';
import { PROJECTION_STATUSES, type ReadModelName, readModels } from '../catalogue/read-models.ts';
import { callsOf, isoTime } from '../kernel/call.ts';

const call = callsOf('Operations');
const access = ['superadmin'] as const;

const name = z.enum(Object.keys(readModels) as [ReadModelName, ...ReadModelName[]]);
const position = z.string();
const rowsHash = z.strictObject({ rows: z.number().int(), hash: z.string() });
const compared = z.strictObject({ position, live: rowsHash, copy: rowsHash, identical: z.boolean() });

const projectionTable = z.strictObject({
  name,
  version: z.number().int(),
  /** The table, in the schema of the read models. */
  relation: z.string(),
  status: z.enum(PROJECTION_STATUSES),
  /** Readers have this one. */
  serving: z.boolean(),
  position,
  /** Events up to the store's head; counted up to 10,000 if positions have gaps. */
  behind: z.string(),
  /** By the database's statistics; null: not known yet. */
  rows: z.number().nullable(),
  bytes: z.number(),
  failedEventId: z.string().nullable(),
  error: z.string().nullable(),
  /** Of a copy: how its rows stood to the live ones. */
  compared: compared.nullable(),
  updatedAt: isoTime,
});
export type ProjectionTable = z.infer<typeof projectionTable>;

const operationProgress = z.strictObject({
  phase: z.enum(['reading', 'indexing', 'comparing', 'swapping']),
  /** Of the step, from 0 to 100. */
  percent: z.number(),
  events: z.number(),
  eventsLeft: z.number(),
  eventsPerSecond: z.number(),
  /** Of the step. Null: not known yet. */
  secondsLeft: z.number().nullable(),
});

export const projectionsAnswer = z.strictObject({
  head: position,
  tables: z.array(projectionTable),
  /** The current or last operation; null before the first one. */
  operation: z
    .strictObject({
      what: z.string(),
      holder: z.string(),
      startedAt: isoTime,
      underWay: z.boolean(),
      /** Null while it is running, and after an interruption. */
      endedAt: isoTime.nullable(),
      progress: operationProgress.nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  leaders: z.array(z.strictObject({ group: z.string(), holder: z.string().nullable() })),
});
export type ProjectionsAnswer = z.infer<typeof projectionsAnswer>;

/** Left out: all read models. */
const names = z.array(name).min(1).optional();
const dryRun = z.boolean().optional();
const chosen = z.strictObject({ names, dryRun });
/** The read models that it was done to, or would be. */
const done = z.strictObject({ names: z.array(z.string()) });
/** It continues in the background: see `projections`. */
const started = z.strictObject({ started: z.boolean(), names: z.array(z.string()) });

export const projectionCalls = {
  projections: call('GET', '/api/admin/projections', {
    summary: 'List read models with their lag, and the current operation',
    access,
    answer: projectionsAnswer,
  }),
  rebuildProjections: call('POST', '/api/admin/projections/rebuild', {
    summary: 'Rebuild read models beside the live ones, in the background. Resumes an interrupted rebuild',
    access,
    body: chosen.extend({ swap: z.enum(['identical', 'always', 'never']).optional(), fresh: z.boolean().optional() }),
    answer: started,
    status: 202,
  }),
  verifyProjections: call('POST', '/api/admin/projections/verify', {
    summary: 'Compare read models with a replay, in the background',
    access,
    body: chosen,
    answer: started,
    status: 202,
  }),
  stopOperation: call('POST', '/api/admin/projections/stop', {
    summary: 'Stop what this process does in the background',
    access,
    body: z.strictObject({}),
    answer: done,
  }),
  pauseProjections: call('POST', '/api/admin/projections/pause', {
    summary: 'Stop read models where they are',
    access,
    body: chosen,
    answer: done,
  }),
  resumeProjections: call('POST', '/api/admin/projections/resume', {
    summary: 'Resume paused and failed read models',
    access,
    body: chosen,
    answer: done,
  }),
  swapProjections: call('POST', '/api/admin/projections/swap', {
    summary: 'Turn readers over to copies that are ready',
    access,
    body: chosen,
    answer: done,
  }),
  dropProjections: call('POST', '/api/admin/projections/drop', {
    summary: 'Drop the tables that served before the last swap, or copies that were not swapped',
    access,
    body: chosen.extend({ unfinished: z.boolean().optional() }),
    answer: done,
  }),
} as const;
