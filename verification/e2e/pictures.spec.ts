import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './support/product.ts';

/** Each level draws the one below twice. Eleven levels take 5 s of processor time on the machines of this project. */
function nested(levels: number): string {
  const circle = '<circle cx="50" cy="50" r="40" fill-opacity="0.1"/>';
  const groups = Array.from(
    { length: levels },
    (_, n) => `<g id="g${n + 1}"><use href="#g${n}" x="1"/><use href="#g${n}" y="1"/></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><g id="g0">${circle}${circle}</g>${groups.join('')}</svg>`;
}

it.each([
  ['ends itself after a second of processor time', 11, [null, 'SIGKILL'], []],
  ['ends with the picture', 2, [0, null], [expect.objectContaining({ width: 512 })]],
])('the process of a picture %s', async (_, levels, end, expected) => {
  const child = fork(join(ROOT, 'dist/server/picture-process.js'), { serialization: 'advanced' });
  const reports: unknown[] = [];
  child.on('message', (report) => reports.push(report));
  child.send({ bytes: Buffer.from(nested(levels)), type: 'image/svg+xml' });
  expect(await once(child, 'exit')).toEqual(end);
  expect(reports).toEqual(expected);
});
