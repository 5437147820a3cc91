import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { systemTimers } from '../time/timers.ts';

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
/** How other programs, such as HAProxy and Node, begin an error or a warning, and the level that it gets here. */
const FOREIGN_LEVELS: readonly (readonly [RegExp, number])[] = [
  [/^\W*(ALERT|FATAL|PANIC|ERROR|EMERG)/i, 50],
  [/^\W*(WARNING|WARN)|Warning:/i, 40],
];

type Line = Readonly<Record<string, unknown>>;

let opened: DestinationStream | null = null;

/** Standard error, for all loggers of the process. Lines that cannot be written are lost, as in a file on a full disk. */
export const standardError = (): DestinationStream => (opened ??= openStandardError());

/**
 * A destination of pino keeps a line that it could not write, and its flush at the end of the process tries for ever. So each
 * failure is the end of one destination, and the next line has another.
 */
function openStandardError(): DestinationStream {
  let isFailing = false;
  let current = open();
  function open() {
    const destination = pino.destination(2);
    destination.on('write', () => {
      isFailing = false;
    });
    destination.on('error', () => {
      isFailing = true;
      destination.destroy();
      if (current === destination) current = open();
    });
    return destination;
  }
  // Before the flush.
  process.prependListener('exit', () => {
    if (isFailing) current.destroy();
  });
  return { write: (line) => void current.write(line) };
}

/** A logger to standard error: a line of JSON for each entry, and lines for a person where that is a terminal. */
export function createLogger(options: Pick<LoggerOptions, 'level' | 'base'>): Logger {
  const destination = standardError();
  return process.stderr.isTTY === true
    ? pino(options, { write: (line) => destination.write(`${readableLine(JSON.parse(line))}\n`) })
    : pino(options, destination);
}

/**
 * Converts a line that another process has printed to a line of this process's log. Log lines of the product stay unchanged;
 * any other line becomes an entry.
 */
export function lineOf(text: string, service: string, isTerminal = process.stderr.isTTY === true): string {
  const line = parsed(text) ?? {
    level: FOREIGN_LEVELS.find(([begin]) => begin.test(text))?.[1] ?? 30,
    time: systemTimers.now(),
    service,
    msg: text,
  };
  return isTerminal ? readableLine(line) : JSON.stringify(line);
}

function parsed(text: string): Line | null {
  if (!text.startsWith('{')) return null;
  try {
    const line = JSON.parse(text) as Line;
    return typeof line.level === 'number' && typeof line.msg === 'string' ? line : null;
  } catch {
    return null;
  }
}

/** `12:03:04 warn  a store did not answer  route=/api/sites`, and the stack of an error below it. */
export function readableLine({ level, time, msg, err, pid: _, hostname: __, ...facts }: Line): string {
  const at = new Date(Number(time)).toTimeString().slice(0, 'HH:MM:SS'.length);
  const error = (err ?? {}) as { readonly message?: string; readonly stack?: string };
  const words = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const first = [at, (LEVELS[Number(level)] ?? String(level)).padEnd(5), msg ?? error.message ?? '', ...words].join(
    ' ',
  );
  const stack = error.stack ?? error.message;
  return stack === undefined ? first : `${first}\n${stack.replace(/^/gm, '    ')}`;
}
