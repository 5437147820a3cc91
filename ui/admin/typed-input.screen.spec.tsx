import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SITE_ID } from '../testing/all-screens.ts';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { api, DESKTOP, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';
import { inLanguage, type Words } from '../testing/see.ts';
import { openShop, QR } from '../testing/shop.ts';

interface Form {
  readonly path: string;
  readonly viewer: Role;
  /** The button that opens its dialog; left out: it is on the page. */
  readonly opens?: Words;
  /** The dialog around it is not its own, and closes without a question: it shows the same when it is opened again. */
  readonly isInDialog?: boolean;
  /** What is typed, by the names of its fields: enough to send it. */
  readonly typed: Readonly<Record<string, string>>;
  readonly call: Call;
}

/** One form of each kind: in its own dialog, with an edited row, in a dialog that is not its own, and on a page. */
const FORMS: readonly Form[] = [
  {
    ...{ path: '/sites', viewer: 'site_owner', opens: ['Create Site', 'Crear sitio'] },
    ...{ call: calls.createSite, typed: { name: 'Market Hall' } },
  },
  {
    ...{ path: `/qr-management?site=${SITE_ID}`, viewer: 'site_owner', opens: ['Edit', 'Editar'] },
    ...{ call: calls.editQr, typed: { name: 'Harbour' } },
  },
  {
    ...{ path: '/sites', viewer: 'site_owner', opens: ['Staff of Corner Café', 'Personal de Corner Café'] },
    ...{ isInDialog: true, call: calls.inviteStaff, typed: { email: 'sam@example.test' } },
  },
  {
    ...{ path: `/qr-management?site=${SITE_ID}`, viewer: 'site_owner' },
    ...{ call: calls.createQr, typed: { name: 'Autumn', discountPercent: '15' } },
  },
  { path: '/support', viewer: 'superadmin', call: calls.startViewing, typed: { person: 'sam@example.test' } },
];

const input = (name: string) =>
  [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].findLast((one) => one.checkVisibility());

it.each(FORMS.map((form, n) => ({ ...form, where: n % 2 === 0 ? 'en' : 'es' }) as const))(
  'what is typed outlasts Escape, Back, a reload and the session: $path $opens ($where)',
  async ({ path, viewer, opens, isInDialog = false, typed, call, where: language }) => {
    api.answerReads('filled');
    signIn(viewer, { subscriptionPlan: 'ultra' });
    if (viewer === 'site_owner') openShop([QR]);
    api.on(calls.qrTree, { availableCommission: 6, qr: QR, children: [] });
    const say = (words: Words) => inLanguage(words, language);
    const open = async () => {
      await settled();
      if (opens)
        await page
          .getByRole('button', { name: say(opens), exact: true })
          .first()
          .click();
      await expect.poll(() => Object.keys(typed).every((name) => input(name))).toBe(true);
    };
    const seeTyped = () =>
      expect
        .poll(() => Object.fromEntries(Object.keys(typed).map((name) => [name, input(name)?.value])))
        .toEqual(typed);
    const atFirst = async (at: string) => {
      await openScreen(at, { language, viewport: language === 'en' ? DESKTOP : PHONE });
      await settled();
    };

    await atFirst('/nowhere');
    history.pushState({ idx: 1, key: 'form' }, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    await open();
    for (const [name, text] of Object.entries(typed)) await page.elementLocator(input(name) as Element).fill(text);

    // Escape, and Back.
    const ways = [() => userEvent.keyboard('{Escape}'), () => history.back()];
    for (const leave of opens ? ways : ways.slice(1)) {
      await leave();
      if (opens && !isInDialog) {
        const question = page.getByRole('dialog', { name: say(['Discard changes?', '¿Descartar los cambios?']) });
        await question.getByRole('button', { name: say(['Keep editing', 'Seguir editando']) }).click();
        await expect.element(question).not.toBeInTheDocument();
      } else if (opens) {
        await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
        await open();
      } else {
        await expect.poll(() => location.pathname).toBe('/nowhere');
        history.forward();
        await open();
      }
      await seeTyped();
      expect(location.pathname).toBe(path.replace(/[?].*/, ''));
    }

    // A reload.
    await atFirst(path);
    await open();
    await seeTyped();
    expect(overflow()).toEqual([]);

    // The session ends: the same request is sent after the new login.
    api.on(call, refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN'));
    api.on(calls.login, () => {
      api.on(call, refusal(409, 'What the server says.'));
      return userOf(viewer);
    });
    const form = input(Object.keys(typed)[0] ?? '')?.closest('form');
    form?.querySelector<HTMLElement>('[type=submit]')?.click();
    const login = page.getByRole('dialog', { name: say(['Your session has ended', 'Tu sesión ha terminado']) });
    await login.getByLabelText(say(['Password', 'Contraseña'])).fill('correct horse');
    // The login is the same for all forms.
    if (path === FORMS[0]?.path) expect([...(await axeFindings()), ...overflow()]).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.sent(call).length).toBe(2);
    await expect.element(login).not.toBeInTheDocument();
    await seeTyped();
    const [first, second] = api.sent(call);
    expect(second?.body).toEqual(first?.body);
    expect(api.sent(calls.login)[0]?.body).toEqual({ email: userOf(viewer).email, password: 'correct horse' });
  },
);
