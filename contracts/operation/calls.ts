import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';

const call = callsOf('Operations');

export const queueStateAnswer = z.strictObject({
  /** Where the queue is kept. */
  engine: z.enum(['postgres', 'redis']),
  /** Its memory is full: no job is scheduled or run until there is space. */
  isFull: z.boolean(),
  counts: z.strictObject({
    waiting: z.number().int(),
    active: z.number().int(),
    /** Runs whose time is still to come: scheduled ones, and failed ones before their next attempt. */
    delayed: z.number().int(),
    /** Number of retained runs; the same for failed. */
    completed: z.number().int(),
    failed: z.number().int(),
  }),
  /** Runs that failed for good, the newest first; 50 at most. */
  failed: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      reason: z.string(),
      attempts: z.number().int(),
      failedAt: isoTime,
    }),
  ),
  schedules: z.array(z.strictObject({ name: z.string(), everyMs: z.number().int(), nextRunAt: isoTime.nullable() })),
});
export type QueueState = z.infer<typeof queueStateAnswer>;

/** States outside of read models and the queue in which work stands still until an operator acts. */
const STANDING_WORK = [
  ...(['mails_late', 'mails_failed', 'webhooks_failing', 'webhooks_disabled', 'webhooks_parked'] as const),
  ...(['heads_not_pushed', 'payouts_waiting', 'backup_old', 'disk_fills_up'] as const),
] as const;

const standingWorkAnswer = z.strictObject({
  /** Those that are so now. `count` is of mails, endpoints, messages, heads, payments or days; of `disk_fills_up` the percentage that is free. */
  states: z.array(z.strictObject({ state: z.enum(STANDING_WORK), count: z.int() })),
});
export type StandingWork = z.infer<typeof standingWorkAnswer>;

export const operationCalls = {
  queues: call('GET', '/api/admin/queues', {
    summary: 'Get the job queue, its failed runs, and the next run of each job',
    access: ['superadmin'],
    answer: queueStateAnswer,
  }),
  standingWork: call('GET', '/api/admin/standing-work', {
    summary: 'Get what stands still until an operator acts: mails, webhooks, payouts, backups, disk',
    access: ['superadmin'],
    answer: standingWorkAnswer,
  }),
  retryJob: call('POST', '/api/admin/queues/failed/:jobId/retry', {
    summary: 'Run a job again that failed for good',
    access: ['superadmin'],
    params: z.strictObject({
      jobId: z
        .string()
        .max(200)
        .regex(/^[\w:.-]+$/),
    }),
    answer: z.strictObject({ id: z.string() }),
  }),
} as const;
