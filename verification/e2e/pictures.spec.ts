import { expect, inject, it } from 'vitest';
import { Person } from './support/person.ts';

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><g id="g0"><circle cx="50" cy="50" r="40" fill-opacity="0.1"/></g>${inside}</svg>`;
/** Each level draws the one below twice. Eleven levels take 2.6 s of processor time on the machines of this project. */
const nested = (levels: number) =>
  svg(
    Array.from(
      { length: levels },
      (_, n) => `<g id="g${n + 1}"><use href="#g${n}" x="1"/><use href="#g${n}" y="1"/></g>`,
    ).join(''),
  );

it('ends a picture that takes more than a second of processor time, while another business uploads one', async () => {
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
