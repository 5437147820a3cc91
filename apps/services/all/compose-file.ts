import { parse } from 'yaml';
import { z } from 'zod';

/** What is used here of a compose file: https://github.com/compose-spec/compose-spec. Unknown keys are refused. */
const healthcheck = z.strictObject({
  test: z.array(z.string()).min(2),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number().int().positive(),
  start_period: z.string(),
  start_interval: z.string(),
});
/** Pinned to a version: what starts today starts next year. */
const image = z.string().regex(/^[\w./-]+:(?!latest$)[\w][\w.-]*$/);
const service = z.strictObject({
  image,
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  restart: z.literal('unless-stopped'),
  stop_grace_period: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.number().int().positive() }).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).default({}),
  healthcheck,
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
});
const composeFile = z.looseObject({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) });

type ComposeFile = z.infer<typeof composeFile>;
export type ComposeService = z.infer<typeof service>;

/** A compose file, with its anchors resolved. @throws ZodError where it is not one, or not pinned and watched */
export function readComposeFile(text: string): ComposeFile {
  return composeFile.parse(parse(text, { merge: true }));
}

/** A process of the product, as the file has it. */
export interface Program {
  readonly name: string;
  /** Relative to the folder of the product: `dist/server/ui.js`. */
  readonly file: string;
  readonly replicas: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** The services that are processes of the product; the others are the servers that it works with. */
export function programsOf(file: ComposeFile): readonly Program[] {
  return Object.entries(file.services).flatMap(([name, { command, environment, deploy }]) =>
    command?.[0] === 'node' && command[1] !== undefined
      ? [{ name, file: command[1], replicas: deploy?.replicas ?? 1, environment }]
      : [],
  );
}

/**
 * `${NAME}`, `${NAME:-default}` and `${NAME:?what is missing}` filled in, as compose does.
 * @throws Error where a value that has to be given is not there
 */
export function interpolate(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_, name: string, how: string | undefined, rest: string) => {
    const value = values[name];
    if (value) return value;
    if (how === '?') throw new Error(`${name} is missing: ${rest}`);
    return how === '-' ? rest : '';
  });
}
