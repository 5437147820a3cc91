import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { ProjectionsAnswer, ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { dialog, press, seeNoDialog, seeText } from '../../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { seeToast } from '../../testing/toasts.ts';

const SCANS: ProjectionTable = {
  ...{ name: 'scans', version: 1, relation: 'scans', status: 'live', serving: true, position: '1200' },
  ...{ behind: '0', rows: 300, bytes: 8_192, failedEventId: null, error: null, compared: null },
  updatedAt: NOW.toISOString(),
};
const OLD: ProjectionTable = { ...SCANS, relation: 'scans_old', status: 'retired', serving: false };
const STATE: ProjectionsAnswer = { head: '1200', tables: [SCANS], operation: null, leaders: [] };
const OPERATION = { what: 'rebuild of scans', holder: 'product-1', startedAt: NOW.toISOString(), error: null };

beforeEach(() => {
  signIn('superadmin');
  api.answerReads('empty');
  api.on(calls.projections, STATE);
});
const card = page.getByRole('article', { name: 'scans', exact: true });

it('is found in the menu, shows each read model, and does nothing without a yes', async () => {
  await openScreen('/');
  await page.getByRole('link', { name: 'Read models' }).click();
  await expect.element(page.getByRole('heading', { name: 'Read models', level: 1 })).toBeVisible();
  await seeText('Live', card, { exact: true });
  await press('Pause scans', page);
  await press('Cancel', page.getByRole('dialog', { name: 'Pause scans?' }));
  await seeNoDialog();
  expect(api.sent(calls.pauseProjections)).toEqual([]);
});

const PAUSED: ProjectionTable = { ...SCANS, name: 'payouts', relation: 'payouts', status: 'paused' };
const names = ['scans'];
const COMMANDS = [
  [calls.pauseProjections, { names }, 'Pause scans', 'Pause', 'Paused'],
  [calls.resumeProjections, { names: ['payouts'] }, 'Resume payouts', 'Resume', 'Resumed'],
  [calls.rebuildProjections, { names }, 'Rebuild scans', 'Rebuild', 'Rebuild started'],
  [calls.dropProjections, { names }, 'Drop the old table of scans', 'Drop old table', 'Dropped'],
  [calls.verifyProjections, {}, 'Verify all read models', 'Verify', 'Verification started'],
] as const;

it('each command asks, sends, says so, and reads the state again', async () => {
  api.on(calls.projections, { ...STATE, tables: [SCANS, OLD, PAUSED] });
  for (const [call] of COMMANDS)
    api.on(call as Call, call.status === 202 ? { started: true, names } : ({ names } as never));
  await openScreen('/admin/projections', { viewport: PHONE });
  for (const [call, body, name, confirm, done] of COMMANDS) {
    const read = api.sent(calls.projections).length;
    await press(name, page);
    await press(confirm, page.getByRole('dialog', { name: `${name}?` }));
    await seeToast(done, 'names' in body ? body.names[0] : 'all read models');
    await seeNoDialog();
    expect(api.sent(call).at(-1)?.body).toEqual(body);
    await expect.poll(() => api.sent(calls.projections).length).toBeGreaterThan(read);
  }
});

it('says why something was not done', async () => {
  api.on(calls.rebuildProjections, refusal(409, 'Something else is under way.', 'BUSY'));
  await openScreen('/admin/projections');
  await press('Rebuild all read models', page);
  await press('Rebuild');
  await seeToast('Rebuild not started', 'Something else is under way.', { isFailure: true });
  expect(dialog().query()).toBeNull();
});

it('says how an operation goes, and how it ended', async () => {
  const progress = { phase: 'indexing', percent: 40, events: 480, eventsLeft: 720, eventsPerSecond: 1 } as const;
  for (const [state, text] of [
    [{ underWay: true, endedAt: null }, 'Building indexes · 40 % · about 12 minutes left'],
    [{ underWay: false, endedAt: NOW.toISOString() }, 'Finished: rebuild of scans.'],
    [{ underWay: false, endedAt: null }, 'Interrupted: rebuild of scans.'],
  ] as const) {
    api.on(calls.projections, {
      ...{ ...STATE, tables: [SCANS, OLD] },
      operation: { ...OPERATION, ...state, progress: { ...progress, secondsLeft: 720 } },
    });
    await openScreen('/admin/projections', { viewport: PHONE });
    await seeText(text, page, { exact: false });
  }
  await seeText('Replaced', card, { exact: true });
  expect(overflow()).toEqual([]);
});
