import { parse } from 'yaml';
import { z } from 'zod';

/** The used subset of compose files (https://github.com/compose-spec/compose-spec). Unknown keys of services are refused. */
const healthcheck = z.strictObject({
  test: z.array(z.string()).min(2),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number().int().positive(),
  start_period: z.string(),
  start_interval: z.string(),
});
/** Pinned to a version, so that later releases cannot break the start; best with the digest of its content. */
const image = z.string().regex(/^[\w./-]+:(?!latest(@|$))[\w][\w.-]*(@sha256:[\da-f]{64})?$/);
const memory = z.string().regex(/^\d+[mg]$/);
const secret = z.union([z.string(), z.strictObject({ source: z.string(), target: z.string() })]);
const service = z.strictObject({
  image,
  build: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  profiles: z.array(z.enum(['tools', 'developer'])).default([]),
  restart: z.enum(['unless-stopped', 'no']),
  stop_grace_period: z.string().optional(),
  // No process without these limits: of rights, memory, processes and log files.
  init: z.literal(true),
  user: z.string().optional(),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: memory,
  shm_size: memory.optional(),
  pids_limit: z.number().int().positive(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': memory, 'max-file': z.string().regex(/^\d+$/) }),
  }),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.number().int().positive() }).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).default({}),
  healthcheck: healthcheck.optional(),
  networks: z.array(z.string()).min(1),
  secrets: z.array(secret).default([]),
  ports: z.array(z.string().startsWith('127.0.0.1:')).optional(),
  volumes: z.array(z.string()).optional(),
});
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.literal(true) }).nullable()),
  secrets: z.record(z.string(), z.strictObject({ file: z.string().startsWith('./secrets/') })),
  volumes: z.record(z.string(), z.null()),
});

type ComposeFile = z.infer<typeof composeFile>;
export type ComposeService = z.infer<typeof service>;

/** Parses a compose file. @throws ZodError if it is invalid, or a service has no pinned image or lacks a limit */
export function readComposeFile(text: string): ComposeFile {
  return composeFile.parse(parse(text, { merge: true }));
}

/** A service of the compose file that is a process of the product. */
export interface Program {
  readonly name: string;
  /** Relative to the folder of the product: `dist/server/ui.js`. */
  readonly file: string;
  readonly replicas: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** The services that are processes of the product. The others are servers that it uses, such as Postgres. */
export function programsOf(file: ComposeFile): readonly Program[] {
  return Object.entries(file.services).flatMap(([name, { command, environment, deploy }]) =>
    command?.[0] === 'node' && command[1] !== undefined
      ? [{ name, file: command[1], replicas: deploy?.replicas ?? 1, environment }]
      : [],
  );
}

/**
 * Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as compose does.
 * @throws Error if a required value is missing
 */
export function interpolate(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_, name: string, how: string | undefined, rest: string) => {
    const value = values[name];
    if (value) return value;
    if (how === '?') throw new Error(`${name} is missing: ${rest}`);
    return how === '-' ? rest : '';
  });
}
