import { z } from 'zod';
import { type Call, callsOf, isoTime } from './call.ts';

const call = callsOf('Files');

/** Days for which a file is kept. */
export const FILE_DAYS = 1;
const FILE_STATUSES = ['running', 'done', 'failed', 'cancelled'] as const;

/**
 * Part of the query of a long call, which answers 200 at once where its result is small, else 202 with the file that will
 * have it. `wait=0`: 202 in any case.
 */
export const waitQuery = { wait: z.literal('0').optional() };
/** Whether a call's answer becomes a file where it takes long. */
export const isLong = ({ query }: Pick<Call, 'query'>): boolean =>
  'wait' in ((query as { shape?: object } | undefined)?.shape ?? {});
/** The answer of a long call with status 202. */
export const fileRequestedAnswer = z.strictObject({ file: z.strictObject({ id: z.uuid() }) });

const fileAnswer = z.strictObject({
  id: z.uuid(),
  /** Such as `statement_Corner-Cafe_2026-10-01_2026-11-01`. */
  name: z.string(),
  /** A file that waits for its turn is `running` with progress 0. */
  status: z.enum(FILE_STATUSES),
  /** From 0 to 1. */
  progress: z.number().min(0).max(1),
  createdAt: isoTime,
  /** It is deleted then. */
  expiresAt: isoTime,
  /** Why it failed: a refusal. */
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Empty until it is done. */
  parts: z.array(
    z.strictObject({
      name: z.string(),
      contentType: z.string(),
      bytes: z.number().int(),
      /** Path on this server. */
      url: z.string(),
    }),
  ),
});
export type FileAnswer = z.infer<typeof fileAnswer>;

const fileParams = z.strictObject({ fileId: z.uuid() });

export const fileCalls = {
  listFiles: call('GET', '/api/me/files', {
    summary: 'List my files, newest first: results of long calls, kept for a day',
    access: 'signed_in',
    answer: z.array(fileAnswer),
  }),
  file: call('GET', '/api/me/files/:fileId', {
    summary: 'Get one of my files: its progress, or its parts',
    access: 'signed_in',
    params: fileParams,
    answer: fileAnswer,
  }),
  deleteFile: call('DELETE', '/api/me/files/:fileId', {
    summary: 'Cancel a running file of mine, or delete a finished one',
    access: 'signed_in',
    params: fileParams,
    answer: z.undefined(),
    status: 204,
  }),
} as const;

/** A file's part as a download. */
export const FILE_PART_PATH = '/api/me/files/:fileId/parts/:number';
export const filePartParams = z.strictObject({ fileId: z.uuid(), number: z.string().regex(/^\d{1,3}$/) });
