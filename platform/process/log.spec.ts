import { describe, expect, it } from 'vitest';
import { lineOf, readableLine } from './log.ts';

const time = new Date(2026, 10, 22, 12, 3, 4).getTime();

describe('a log line on a terminal', () => {
  it('is one that a person reads', () => {
    const line = { level: 40, time, pid: 7, hostname: 'shop', service: 'projector', position: 12, msg: 'it waits' };
    expect(readableLine(line)).toBe('12:03:04 warn  it waits service=projector position=12');
  });

  it('shows the stack of an error below it', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' };
    expect(readableLine({ level: 60, time, err, msg: 'stopping' })).toBe(
      '12:03:04 fatal stopping\n    Error: no\n        at here',
    );
  });
});

describe('a line that another process has printed', () => {
  it('is unchanged if it is a log line', () => {
    const line = JSON.stringify({ level: 30, time, service: 'ui', msg: 'hello' });
    expect(lineOf(line, 'ui', false)).toBe(line);
    expect(lineOf(line, 'ui', true)).toBe('12:03:04 info  hello service=ui');
  });

  it.each([
    ['[WARNING]  (12) : Server commands/1 is DOWN', 40],
    ['[ALERT]    (12) : proxy public: stopped', 50],
    ['(node:7) ExperimentalWarning: something', 40],
    ['[NOTICE]   (12) : New worker forked', 30],
    ['{"level":30', 30],
    ['{"total":1}', 30],
  ])('becomes an entry: %s', (text, level) => {
    expect(JSON.parse(lineOf(text, 'gateway', false))).toEqual({
      ...{ level, service: 'gateway', msg: text, time: expect.any(Number) },
    });
  });
});
