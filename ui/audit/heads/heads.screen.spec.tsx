import type { PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { button, fillIn, press, seeText } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { type SavedFiles, savedFiles } from '../../testing/saved-files.ts';
import { see } from '../../testing/see.ts';

const FIRST = 'aa'.repeat(32);
const SECOND = 'bb'.repeat(32);
/** SHA-256 of a byte 1, the first and the second leaf. */
const BOTH = '2f65cc0c7abfdb0c535cb7f942d65ae1fb04c9a3ad3ea5a62057aa8ac934a93a';
const head = (events: number, root: string): SignedHead => ({
  ...{ events, position: `${events}`, chain: 'cd'.repeat(32), root, parts: null },
  ...{ signedAt: `2026-05-1${events}T10:00:00.000Z`, keyId: '0123456789abcdef', signature: 'c2ln' },
});
const [KEPT, NEWEST] = [head(1, FIRST), head(2, BOTH)];
const KEY: PublishedKey = {
  ...{ keyId: '0123456789abcdef', publicKey: 'cHVibGlj', since: '2026-05-01T10:00:00.000Z', until: null },
  ...{ handOver: { from: 'fedcba9876543210', signature: 'c2ln' }, revoked: null },
};
const OLD: PublishedKey = {
  ...{ ...KEY, keyId: 'fedcba9876543210', since: '2026-04-01T10:00:00.000Z', until: KEY.since, handOver: null },
  revoked: { at: '2026-04-20T10:00:00.000Z', reason: 'The disk was sold', by: KEY.keyId, signature: 'c2ln' },
};
const details = (of: SignedHead, timeStamp: { at: string; response: string } | null = null) => ({
  ...{ head: of, file: 'perktree-chain-head-1\n', timeStamp },
});

let saved: SavedFiles;
beforeEach(() => {
  saved = savedFiles();
  signIn('auditor');
  api.answerReads('empty');
  api.on(calls.auditHeads, { heads: [NEWEST, KEPT] });
  api.on(calls.auditKeys, { keys: [KEY, OLD] });
  api.on(calls.auditConsistency, { from: 1, to: 2, path: [SECOND], partsPath: null });
  api.on(calls.auditHead, details(KEPT));
});
const open = () => openScreen('/audit/heads', { viewport: PHONE });

describe('signed heads', () => {
  it('are listed with their keys', async () => {
    await open();
    await seeText('In use');
    await see({
      headings: ['Signed heads', 'Compare with a head that you kept', 'Keys'],
      texts: ['2 events', BOTH, 'In use', 'Revoked', 'Signed by fedcba9876543210', 'Signed by no earlier key'],
      parts: [/The disk was sold/, /May 12, 2026, 10:00.*\(UTC\)/],
    });
    expect(overflow()).toEqual([]);
  });

  it('are missed where none is signed', async () => {
    api.on(calls.auditHeads, { heads: [] });
    await open();
    await see({ texts: ['No head is signed. Nothing proves the history yet.'] });
  });

  it('are saved, with the text and its time stamp', async () => {
    api.on(calls.auditHead, details(NEWEST, { at: '2026-05-12T11:00:00.000Z', response: btoa('stamp') }));
    await open();
    await page.getByRole('button', { name: 'Download the head up to event 2' }).click();
    await expect.poll(() => saved.map(([name]) => name)).toEqual(['head-2.json', 'head-2.txt', 'head-2.tsr']);
    expect(JSON.parse(saved[0]?.[1] ?? '')).toEqual(NEWEST);
    expect(saved.slice(1).map(([, content]) => content)).toEqual(['perktree-chain-head-1\n', 'stamp']);
  });
});

describe('a kept head', () => {
  async function compare(kept: unknown): Promise<void> {
    await open();
    await expect.element(button('Compare')).toBeEnabled();
    await fillIn({ 'Your head': JSON.stringify(kept) }, page as never);
    await press('Compare', page);
  }

  it('of the same history is confirmed', async () => {
    await compare(KEPT);
    await see({ parts: [/None of the events up to .* \(1\) has changed since\./] });
    expect(api.sent(calls.auditConsistency)[0]?.query).toEqual({ from: '1', to: '2' });
  });

  it.each([
    [
      'of another history',
      { ...KEPT, root: SECOND },
      /The history up to .* was changed: the events of your head \(1\) are not/,
    ],
    [
      'that covers more events than there are',
      head(3, BOTH),
      /^Your head covers more events \(3\) than the newest head here/,
    ],
  ])('%s is named', async (_, kept, said) => {
    await compare(kept);
    await see({ parts: [said] });
  });

  it('that is no longer listed is named, and another text is refused', async () => {
    api.on(calls.auditHead, refusal(404, 'No head.', 'HEAD_NOT_FOUND'));
    await compare(KEPT);
    await see({ parts: [/your head is no longer listed here: it was deleted/] });
    await fillIn({ 'Your head': '{"events": 1}' }, page as never);
    await press('Compare', page);
    await see({ texts: ['This is no signed head. Paste the whole line or file.'] });
  });
});

it('the operator sees what was sent out, and why it was not taken', async () => {
  signIn('superadmin');
  const push = { events: 2, queuedAt: NEWEST.signedAt, error: null, attempts: 1 };
  const refused = { doneAt: null, nextAttemptAt: NEWEST.signedAt, attempts: 3, error: 'status 503' };
  api.on(calls.headPushes, {
    pushes: [
      { ...push, receiver: 'mail', doneAt: NEWEST.signedAt, nextAttemptAt: null },
      { ...push, receiver: 'witness', ...refused },
    ],
  });
  await open();
  await expect.element(page.getByRole('heading', { name: 'Sent out' })).toBeVisible();
  await see({ parts: [/Mails · 2 events/, /3 attempts.*status 503/] });
});
