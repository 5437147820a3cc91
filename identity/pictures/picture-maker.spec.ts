import { expect, it } from 'vitest';
import { createPictureMaker, type MadePicture, type PictureOutcome } from './picture-maker.ts';

const drawing = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
const rect = drawing('<rect width="9" height="9"/>');
const made: MadePicture = { content: Buffer.from('png'), width: 9, height: 9 };

/** A maker whose decoder works until a test ends it, or its client leaves. */
function openMaker() {
  const ends: (() => void)[] = [];
  const outcomes: PictureOutcome[] = [];
  const make = createPictureMaker(
    (_bytes, _type, signal) =>
      new Promise((resolve) => {
        ends.push(() => resolve(made));
        signal.addEventListener('abort', () => resolve(null));
      }),
    (outcome) => void outcomes.push(outcome),
  );
  const upload = (tenantId: string, bytes = rect, signal = new AbortController().signal) =>
    make({ tenantId, bytes, type: 'image/svg+xml', signal });
  return { upload, ends, outcomes };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('decodes the picture of another business after one of a business that sends many, and counts refusals', async () => {
  const { upload, ends, outcomes } = openMaker();
  const many = Array.from({ length: 20 }, () => upload('busy').catch(({ code }) => code as string));
  const other = upload('other');
  await settled();
  expect(outcomes).toEqual(Array.from({ length: 16 }, () => 'too_many'));
  for (let n = 0; n < 2; n += 1) {
    ends[n]?.();
    await settled();
  }
  expect(await other).toBe(made);
  for (let n = 2; n < 5; n += 1) {
    ends[n]?.();
    await settled();
  }
  const answers = await Promise.all(many);
  expect(answers.filter((answer) => answer === 'TOO_MUCH_AT_ONCE')).toHaveLength(16);
  expect(answers.filter((answer) => answer === made)).toHaveLength(4);
});

it('ends decoding once the client has gone, and does not begin it for one that left while it waited', async () => {
  const { upload, ends, outcomes } = openMaker();
  const clients = [new AbortController(), new AbortController()];
  const uploads = clients.map(({ signal }) => upload('busy', rect, signal).catch(({ code }) => code as string));
  await settled();
  for (const client of clients) client.abort();
  expect(await Promise.all(uploads)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  expect([ends.length, outcomes]).toEqual([1, ['left', 'left']]);
});

const nested = Array.from({ length: 6 }, (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`);
it.each([
  ['nested uses', `<g id="g0"><rect width="9" height="9"/></g>${nested.join('')}`],
  ['many filters', '<filter id="f"><feGaussianBlur stdDeviation="99"/></filter>'.repeat(20)],
  ['many elements', '<path d="M0 0h9"/>'.repeat(6_000)],
])('refuses an SVG with %s before a decoder sees it', async (_, inside) => {
  const { upload, ends } = openMaker();
  await expect(upload('any', drawing(inside))).rejects.toMatchObject({ issues: [{ code: 'PICTURE_UNREADABLE' }] });
  expect(ends).toEqual([]);
});
