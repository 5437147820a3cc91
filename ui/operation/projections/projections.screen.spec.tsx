import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { ProjectionsAnswer, ProjectionTable } from '@perktree/contracts/operation/projection-calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, overflow } from '../../testing/audit.ts';
import { refusal } from '../../testing/fake-api.ts';
import { dialog, press, seeNoDialog } from '../../testing/forms.ts';
import { api, NOW, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth } from '../../testing/see.ts';
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
  await expect.element(card.getByText('Live', { exact: true })).toBeVisible();
  await press('Pause scans', page);
  await press('Cancel', page.getByRole('dialog', { name: 'Pause scans?' }));
  await seeNoDialog();
  expect(api.sent(calls.pauseProjections)).toEqual([]);
});

interface Command {
  readonly call: Call;
  readonly tables?: readonly ProjectionTable[];
  readonly press: readonly [en: string, es: string];
  readonly question: readonly [en: string, es: string];
  readonly confirm: readonly [en: string, es: string];
  readonly done: readonly [en: string, es: string];
  readonly target?: readonly [en: string, es: string];
  readonly body: object;
}
const started = { started: true, names: ['scans'] };
const COMMANDS: readonly (readonly [name: string, Command])[] = [
  [
    'pause',
    {
      ...{ call: calls.pauseProjections, body: { names: ['scans'] } },
      ...{ press: ['Pause scans', 'Pausar scans'], question: ['Pause scans?', '¿Pausar scans?'] },
      ...{ confirm: ['Pause', 'Pausar'], done: ['Paused', 'En pausa'] },
    },
  ],
  [
    'resume',
    {
      ...{ call: calls.resumeProjections, body: { names: ['scans'] }, tables: [{ ...SCANS, status: 'paused' }] },
      ...{ press: ['Resume scans', 'Reanudar scans'], question: ['Resume scans?', '¿Reanudar scans?'] },
      ...{ confirm: ['Resume', 'Reanudar'], done: ['Resumed', 'Reanudado'] },
    },
  ],
  [
    'rebuild',
    {
      ...{ call: calls.rebuildProjections, body: { names: ['scans'] } },
      ...{ press: ['Rebuild scans', 'Reconstruir scans'], question: ['Rebuild scans?', '¿Reconstruir scans?'] },
      ...{ confirm: ['Rebuild', 'Reconstruir'], done: ['Rebuild started', 'Reconstrucción iniciada'] },
    },
  ],
  [
    'drop the old table',
    {
      ...{ call: calls.dropProjections, body: { names: ['scans'] }, tables: [SCANS, OLD] },
      press: ['Drop the old table of scans', 'Eliminar la tabla anterior de scans'],
      question: ['Drop the old table of scans?', '¿Eliminar la tabla anterior de scans?'],
      ...{ confirm: ['Drop old table', 'Eliminar tabla anterior'], done: ['Dropped', 'Eliminada'] },
    },
  ],
  [
    'verify all',
    {
      ...{ call: calls.verifyProjections, body: {} },
      press: ['Verify all read models', 'Verificar todos los modelos de lectura'],
      question: ['Verify all read models?', '¿Verificar todos los modelos de lectura?'],
      ...{ confirm: ['Verify', 'Verificar'], done: ['Verification started', 'Verificación iniciada'] },
      target: ['all read models', 'todos los modelos de lectura'],
    },
  ],
];

it.each(COMMANDS)('%s: asks, sends, says so, and reads the state again', async (_, command) => {
  const { call, tables = [SCANS], target = ['scans', 'scans'] } = command;
  api.on(calls.projections, { ...STATE, tables: [...tables] });
  api.on(call, call.status === 202 ? started : { names: ['scans'] });
  await openScreen('/admin/projections', { viewport: PHONE });
  await inBoth(async (say) => {
    await press(say(command.press), page);
    await press(say(command.confirm), page.getByRole('dialog', { name: say(command.question) }));
    await seeToast(say(command.done), say(target));
    await seeNoDialog();
  });
  expect(api.sent(call).map(({ body }) => body)).toEqual([command.body, command.body]);
  expect(api.sent(calls.projections).length).toBeGreaterThanOrEqual(3);
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
    await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  }
  await expect.element(card.getByText('Replaced', { exact: true })).toBeVisible();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
});
