import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { Person } from './support/person.ts';
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

it('refuses a picture that takes too long, and takes one of another business meanwhile', async () => {
  const origin = inject('sharedProduct');
  async function upload(owner: Person, picture: string) {
    const headers = { cookie: owner.cookie, 'content-type': 'image/svg+xml' };
    const answer = await fetch(`${origin}/api/pictures`, { method: 'POST', headers, body: picture });
    return { status: answer.status, body: await answer.json() };
  }
  const [heavy, other] = await Promise.all([
    Person.register(origin, 'heavy', 'business'),
    Person.register(origin, 'other', 'business'),
  ]);
  const [refused, made] = await Promise.all([upload(heavy, nested(11)), upload(other, nested(2))]);
  expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'picture', code: 'PICTURE_UNREADABLE' }] } });
  expect(made).toMatchObject({ status: 201, body: { width: 512, height: 512 } });
});

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
