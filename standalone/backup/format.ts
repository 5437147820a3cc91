import { z } from 'zod';

/** Raised when a program of before could not read a new file. */
export const FORMAT_VERSION = 1;

/**
 * A back-up is lines of text, compressed by gzip. Each begins with a letter for what it is, the rest is JSON: the header, all
 * events in the order of the store, then each table with its rows, and at the end what all of it has to come to.
 */
export const LINE = { header: 'H', event: 'E', table: 'T', row: 'R', end: 'Z' } as const;

const countSchema = z.int().nonnegative();

/** Of another version, nothing but this is known. */
export const anyHeaderSchema = z.object({ format: z.literal('perktree-backup'), version: z.int().positive() });

export const headerSchema = anyHeaderSchema.extend({
  version: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  events: countSchema,
  /** Names of the migrations that had run, by the table that records them. */
  migrations: z.record(z.string(), z.array(z.string())),
});
export type Header = z.infer<typeof headerSchema>;

/** Stream, revision, id, type, data, metadata. */
export const eventLineSchema = z.tuple([z.string(), countSchema, z.string(), z.string(), z.json(), z.json()]);

export const tableLineSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export type TableLine = z.infer<typeof tableLineSchema>;

const hashSchema = z.string().regex(/^[\da-f]{64}$/);

export const endSchema = z.object({
  events: countSchema,
  /** Of all events: each one's hash chained to those before it. */
  chain: hashSchema,
  tables: z.array(z.object({ table: z.string(), rows: countSchema })),
  /** Of all lines before this one. */
  sha256: hashSchema,
});
export type End = z.infer<typeof endSchema>;
