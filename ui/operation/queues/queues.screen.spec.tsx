import { calls } from '@perktree/contracts/catalogue/calls';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { press, seeText } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { see } from '../../testing/see.ts';
import { seeToast } from '../../testing/toasts.ts';

const RUN = { id: 'run-1', name: 'mature-commission', reason: 'connection refused', attempts: 5 };
const STATE: QueueState = {
  ...{ engine: 'postgres', isFull: false, failed: [] },
  counts: { waiting: 0, active: 0, delayed: 3, completed: 12, failed: 1 },
  schedules: [{ name: 'mature-commission', everyMs: 60_000, nextRunAt: '2026-07-01T10:01:00.000Z' }],
};
const FAILED: QueueState = { ...STATE, failed: [{ ...RUN, failedAt: '2026-01-02T03:04:05.000Z' }] };

beforeEach(() => {
  signIn('superadmin');
  api.answerReads('empty');
  api.on(calls.queues, STATE);
});
const region = (name: string) => page.getByRole('region', { name });

it('is found in the menu, and shows what runs when', async () => {
  await openScreen('/');
  await page.getByRole('link', { name: 'Job Queue' }).click();
  await expect.element(page.getByRole('heading', { name: 'Job Queue', level: 1 })).toBeVisible();
  for (const text of ['Kept in Postgres', 'No failed jobs.', '3 scheduled']) await seeText(text, page, { exact: true });
  await seeText('Nothing needs attention.', region('Needs attention'));
  expect(region('Schedule').getByRole('listitem').elements()).toHaveLength(1);
});

it('says what stands still, and what to do', async () => {
  const states = [
    { state: 'mails_failed', count: 2 },
    { state: 'backup_old', count: 3 },
  ] as const;
  api.on(calls.standingWork, { states: [...states] });
  await openScreen('/admin/queues', { viewport: PHONE });
  await see({
    headings: ['Needs attention'],
    texts: [
      '2 mails were given up in the last day',
      'Send them again: npm run perktree -- mails resend',
      'The last backup is 3 days old',
    ],
  });
  expect(overflow()).toEqual([]);
});

it('a run that failed for good is tried again, or says why not', async () => {
  api.on(calls.queues, FAILED);
  await openScreen('/admin/queues', { viewport: PHONE });
  const failed = region('Failed jobs');
  const retry = () => press('Try mature-commission again', page);
  await seeText('connection refused', failed);
  api.on(calls.retryJob, refusal(404, 'What the server says.'));
  await retry();
  const title = 'Could not restart the job';
  await seeToast(title, 'What the server says.', { isFailure: true });
  api.on(calls.retryJob, () => {
    api.on(calls.queues, STATE);
    return { id: RUN.id };
  });
  await retry();
  await seeToast('Job restarted', 'mature-commission');
  await see({ texts: ['No failed jobs.'] });
});
