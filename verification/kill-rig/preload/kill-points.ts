import { ServerResponse } from 'node:http';
import pg from 'pg';

/** Points at which a process can be killed: around the commit of an append, its answer, and the projector's checkpoint. */
export const KILL_POINTS = [
  'before-commit',
  'after-commit',
  'before-acknowledgement',
  'before-checkpoint',
  'after-checkpoint',
] as const;
type KillPoint = (typeof KILL_POINTS)[number];
type Passes = Readonly<Partial<Record<KillPoint, number>>>;

/** What a process under the rig does to itself. */
export interface RigSettings {
  /** The pass of a point at which it dies. */
  readonly killAt?: Passes;
  /** The time that its clock shows at its start, ISO 8601; absent: the real one. */
  readonly startsAt?: string;
}

const APPEND = /event_store\.append_(batch|next)\(/;
const CHECKPOINT = /UPDATE read_models\.projections p SET position|read_models\.projector_advance\(/;
const POSITION = 'x-position';

type Query = (...given: unknown[]) => unknown;
type WriteHead = (this: ServerResponse, status: number, ...rest: unknown[]) => ServerResponse;

/** Kills this process with SIGKILL at the n-th pass of a point. */
export function dieAt(passes: Passes): void {
  const left = { ...passes };
  const at = (point: KillPoint): void => {
    const count = left[point];
    if (count === undefined) return;
    left[point] = count - 1;
    if (count <= 1) process.kill(process.pid, 'SIGKILL');
  };
  watchQueries(at);
  watchAnswers(at);
}

/** Wraps the driver's queries, as points lie before a statement and after its answer. */
function watchQueries(at: (point: KillPoint) => void): void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function watched(this: unknown, ...given: unknown[]): unknown {
    const points = pointsOf(textOf(given[0]));
    if (points.length === 0) return query.apply(this, given);
    for (const { before } of points) at(before);
    const answered = () => {
      for (const { after } of points) at(after);
    };
    if (isPipeline(given[0])) {
      const { answer } = given[0];
      given[0].answer = function answeredPipeline(this: unknown, ...rows: unknown[]): unknown {
        answered();
        return answer.apply(this, rows);
      };
      return query.apply(this, given);
    }
    const callback = given.findIndex((each) => typeof each === 'function');
    if (callback >= 0) {
      const original = given[callback] as Query;
      const withEnd = [...given];
      withEnd[callback] = (...answer: unknown[]) => {
        answered();
        return original(...answer);
      };
      return query.apply(this, withEnd);
    }
    const answer = query.apply(this, given);
    const ended = answer as { then?: unknown };
    if (typeof ended?.then !== 'function') return answer;
    return (answer as Promise<unknown>).then((result) => {
      answered();
      return result;
    });
  };
}

/** Statements that are sent in one round trip (projector/engine/tables/pipeline.ts). */
function isPipeline(
  statement: unknown,
): statement is { readonly statements: readonly { readonly text: string }[]; answer: Query } {
  return typeof statement === 'object' && statement !== null && 'statements' in statement;
}

export function textOf(statement: unknown): string {
  if (isPipeline(statement)) return statement.statements.map(({ text }) => text).join(';');
  return typeof statement === 'string' ? statement : String((statement as { text?: unknown } | undefined)?.text ?? '');
}

/** One statement is both an append and a checkpoint if it writes rows with their events. */
export function pointsOf(text: string): readonly { readonly before: KillPoint; readonly after: KillPoint }[] {
  return [
    ...(APPEND.test(text) ? [{ before: 'before-commit', after: 'after-commit' } as const] : []),
    ...(CHECKPOINT.test(text) ? [{ before: 'before-checkpoint', after: 'after-checkpoint' } as const] : []),
  ];
}

/** Only answers to commands have `X-Position`. */
function watchAnswers(at: (point: KillPoint) => void): void {
  const response = ServerResponse.prototype as unknown as { writeHead: WriteHead };
  const { writeHead } = response;
  response.writeHead = function watched(status, ...rest) {
    const headers = rest.find((each) => typeof each === 'object' && each !== null) ?? {};
    const names = [...Object.keys(headers), ...this.getHeaderNames()].map((name) => name.toLowerCase());
    if (names.includes(POSITION)) at('before-acknowledgement');
    return writeHead.call(this, status, ...rest);
  };
}
