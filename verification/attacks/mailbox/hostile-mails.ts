import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { lastPart } from '@perktree/apps/standalone/testing/open-business';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { mountMailbox } from '@perktree/mail-service/mailbox';
import { SCRIPTS } from '../../e2e/attacks/scripts.ts';
import { markupOf, textOf } from './markup.ts';

/** Names that try to become markup, links or a policy of the page. */
const NAMES: readonly string[] = [
  ...SCRIPTS,
  'https://evil.test/"onclick="attacked=1',
  "https://evil.test/'><script>attacked=1</script>",
  '<meta http-equiv="refresh" content="0;url=//evil.test">',
];
const PLAIN = 'Plain name';

/** Makes addresses unique. */
let people = 0;

/** A product that serves the mailbox page, as a demo does. */
export function openDemo(): Promise<ComposedApp> {
  const page = { product: 'PerkTree <b>', publicUrl: 'http://localhost:3000' };
  return startComposedApp({
    spendsBudgets: false,
    mail: 'mailbox',
    mountMore: async (app, { recentMails }) => mountMailbox(app, { ...page, recentMails, brandOf: async () => null }),
  });
}

/**
 * Sends mails with hostile names of sites and people, and reads them on the mailbox page.
 * @returns the number of pages, and those in which a name is more than text
 */
export async function tryHostileMails(
  composed: ComposedApp,
): Promise<{ readonly pages: number; readonly faults: readonly string[] }> {
  const owner = await new Visitor(composed.app, 'mailing-owner').register('business');
  const { url } = await owner.must('POST', '/api/create-subscription', { priceId: 'price_ultra' });
  await owner.must('POST', `/api/offline-checkout/${lastPart(url)}/confirm`);
  const usual = new Set((await pagesWith(composed, owner, PLAIN)).flatMap(({ html }) => [...markupOf(html)]));
  const faults: string[] = [];
  let pages = 0;
  for (const name of NAMES) {
    const shown = await pagesWith(composed, owner, name);
    pages += shown.length;
    // Word joiners keep names from becoming links.
    const isNamed = (html: string) => textOf(html).replaceAll('\u2060', '').includes(name);
    if (shown.filter(({ html }) => isNamed(html)).length < 3) faults.push(`${name} is not shown`);
    for (const { path, html, policy } of shown) {
      const foreign = [...markupOf(html)].filter((kind) => !usual.has(kind));
      if (foreign.length > 0) faults.push(`${path} with ${name}: ${foreign.join('; ')}`);
      if (!/default-src 'none'/.test(policy) || /script-src/.test(policy)) faults.push(`${path}: policy ${policy}`);
    }
  }
  return { pages, faults };
}

/** The mailbox with a mail to a person and one about a site, both of this name. */
async function pagesWith({ app, pool, identity }: ComposedApp, owner: Visitor, name: string) {
  // Remove earlier mails, as the page shows only the newest.
  await pool.query('DELETE FROM identity.mails');
  people += 1;
  const person = await new Visitor(app, `mailed-${people}`).register('customer');
  // Mails name only verified people.
  await pool.query('UPDATE identity.users SET first_name = $1, email_verified = true WHERE id = $2', [name, person.id]);
  const site = await owner.must('POST', '/api/sites', { name, currency: 'EUR' });
  await owner.must('POST', `/api/sites/${site.id}/staff-invitations`, { email: 'invited@example.test' });
  for (const mail of await identity.outbox.take(100)) await identity.outbox.sent(mail);
  const mailbox = await app.inject('/mailbox');
  const links = [...mailbox.body.matchAll(/href="(\/mailbox\/[^"]+)"/g)].map(([, path = '']) => path);
  const mails = await Promise.all(links.map((path) => app.inject(path)));
  return [mailbox, ...mails].map(({ body, headers }, n) => ({
    path: n === 0 ? '/mailbox' : (links[n - 1] ?? ''),
    html: body,
    policy: String(headers['content-security-policy']),
  }));
}
