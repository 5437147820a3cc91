import { z } from 'zod';

/** Increase it when earlier versions of the program cannot read new files. */
export const FORMAT_VERSION = 1;

/**
 * A backup is lines of text, compressed by gzip. Each line is a letter for its kind and JSON: the header, all events in the
 * order of the store, each table with its rows, and the expected counts and hashes.
 */
export const LINE = { header: 'H', event: 'E', table: 'T', row: 'R', end: 'Z' } as const;

const countSchema = z.int().nonnegative();

/** The part of the header that all versions share. */
export const anyHeaderSchema = z.object({ format: z.literal('perktree-backup'), version: z.int().positive() });

export const headerSchema = anyHeaderSchema.extend({
  version: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  events: countSchema,
  /** Names of the migrations at the time, by the table that records them. */
  migrations: z.record(z.string(), z.array(z.string())),
});
export type BackupHeader = z.infer<typeof headerSchema>;

/** Stream, revision, id, type, data, metadata. */
export const eventLineSchema = z.tuple([z.string(), countSchema, z.string(), z.string(), z.json(), z.json()]);

export const tableLineSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export type TableLine = z.infer<typeof tableLineSchema>;

const hashSchema = z.string().regex(/^[\da-f]{64}$/);

export const endSchema = z.object({
  events: countSchema,
  /** Hash chain over all events. */
  chain: hashSchema,
  tables: z.array(z.object({ table: z.string(), rows: countSchema })),
  /** Hash of all lines before this one. */
  sha256: hashSchema,
});
export type End = z.infer<typeof endSchema>;
