import { calls } from '@perktree/contracts/catalogue/calls';
import type { QueueState } from '@perktree/contracts/operation/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
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
  for (const text of ['Kept in Postgres', 'No failed jobs.', '3 scheduled'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(region('Needs attention').getByText('Nothing needs attention.')).toBeVisible();
  expect(region('Schedule').getByRole('listitem').elements()).toHaveLength(1);
});

describe('what stands still, and what to do', () => {
  it.each([
    [
      'en',
      'Needs attention',
      [
        '2 mails were given up in the last day',
        'Send them again: npm run perktree -- mails resend',
        'The last backup is 3 days old',
      ],
    ],
    [
      'es',
      'Requiere atención',
      [
        '2 correos se abandonaron en el último día',
        'Envíalos de nuevo: npm run perktree -- mails resend',
        'La última copia de seguridad tiene 3 días',
      ],
    ],
  ] as const)('in %s', async (language, title, texts) => {
    const states = [
      { state: 'mails_failed', count: 2 },
      { state: 'backup_old', count: 3 },
    ] as const;
    api.on(calls.standingWork, { states: [...states] });
    await openScreen('/admin/queues', { viewport: PHONE, language });
    for (const text of texts) await expect.element(region(title).getByText(text)).toBeVisible();
    expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  });
});

describe('a run that failed for good', () => {
  it.each([
    ['en', 'Failed jobs', 'Try mature-commission again', 'Job restarted', 'No failed jobs.'],
    ['es', 'Tareas fallidas', 'Reintentar mature-commission', 'Tarea reiniciada', 'No hay tareas fallidas.'],
  ] as const)('is tried again (%s)', async (language, title, button, done, none) => {
    api.on(calls.queues, FAILED);
    api.on(calls.retryJob, () => {
      api.on(calls.queues, STATE);
      return { id: RUN.id };
    });
    await openScreen('/admin/queues', { viewport: PHONE, language });
    await expect.element(region(title).getByText('connection refused')).toBeVisible();
    await press(button, page);
    await seeToast(done, 'mature-commission');
    expect(api.sent(calls.retryJob)).toHaveLength(1);
    await expect.element(region(title).getByText(none)).toBeVisible();
  });

  it('says why it was not tried again', async () => {
    api.on(calls.queues, FAILED);
    api.on(calls.retryJob, refusal(404, 'What the server says.'));
    await openScreen('/admin/queues');
    await press('Try mature-commission again', page);
    await seeToast('Could not restart the job', 'What the server says.', { isFailure: true });
  });
});
