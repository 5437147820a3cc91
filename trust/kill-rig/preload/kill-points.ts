import { ServerResponse } from 'node:http';
import pg from 'pg';

/** Where a process may be told to die: around the append that commits, its answer, and the projector's checkpoint. */
export const KILL_POINTS = [
  'before-commit',
  'after-commit',
  'before-acknowledgement',
  'before-checkpoint',
  'after-checkpoint',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

const APPEND = 'event_store.append_batch(';
const CHECKPOINT = /UPDATE read_models\.projections p SET position|SELECT read_models\.projector_move\(/;
const POSITION = 'x-position';

type Query = (...given: unknown[]) => unknown;
type WriteHead = (this: ServerResponse, status: number, ...rest: unknown[]) => ServerResponse;

/** Dies by its own kill -9 when it comes to one of these points for the n-th time. */
export function dieAt(times: ReadonlyMap<KillPoint, number>): void {
  const left = new Map(times);
  const at = (point: KillPoint): void => {
    const count = left.get(point);
    if (count === undefined) return;
    left.set(point, count - 1);
    if (count <= 1) process.kill(process.pid, 'SIGKILL');
  };
  watchQueries(at);
  watchAnswers(at);
}

/** Statements pass by as the driver sends them, and again when they are answered. */
function watchQueries(at: (point: KillPoint) => void): void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function watched(this: unknown, ...given: unknown[]): unknown {
    const points = pointsOf(textOf(given[0]));
    if (points === null) return query.apply(this, given);
    at(points[0]);
    if (isAtOnce(given[0])) {
      const { answer } = given[0];
      given[0].answer = function told(this: unknown, ...rows: unknown[]): unknown {
        at(points[1]);
        return answer.apply(this, rows);
      };
      return query.apply(this, given);
    }
    const callback = given.findIndex((each) => typeof each === 'function');
    if (callback >= 0) {
      const tell = given[callback] as Query;
      const withEnd = [...given];
      withEnd[callback] = (...answer: unknown[]) => {
        at(points[1]);
        return tell(...answer);
      };
      return query.apply(this, withEnd);
    }
    const answer = query.apply(this, given);
    const ended = answer as { then?: unknown };
    if (typeof ended?.then !== 'function') return answer;
    return (answer as Promise<unknown>).then((result) => {
      at(points[1]);
      return result;
    });
  };
}

/** Statements that go in one round trip (projector/pipeline.ts). */
function isAtOnce(
  asked: unknown,
): asked is { readonly statements: readonly { readonly text: string }[]; answer: Query } {
  return typeof asked === 'object' && asked !== null && 'statements' in asked;
}

export function textOf(asked: unknown): string {
  if (isAtOnce(asked)) return asked.statements.map(({ text }) => text).join(';');
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown } | undefined)?.text ?? '');
}

export function pointsOf(text: string): readonly [KillPoint, KillPoint] | null {
  if (text.includes(APPEND)) return ['before-commit', 'after-commit'];
  if (CHECKPOINT.test(text)) return ['before-checkpoint', 'after-checkpoint'];
  return null;
}

/** The answer to a command says where it was stored. */
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
