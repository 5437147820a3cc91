import { MAIL_KINDS, type MailKind } from '@perktree/contracts/notification/mail';
import { createApp } from '@perktree/platform/http/app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountMailbox } from './mailbox.ts';
import { dataOf, figuresOf } from './testing/mail-data.ts';

let name = 'Plain name';
/** Of mails whose data an earlier version has stored. */
let dataLost: readonly MailKind[] = [];
const app = createApp({ logger: false, publicOrigin: null });
beforeAll(() =>
  mountMailbox(app, {
    ...{ product: 'PerkTree <b>', publicUrl: 'http://localhost:3000', brandOf: async () => null },
    recentMails: async () =>
      MAIL_KINDS.map((kind) => ({
        ...{ id: kind, kind, language: 'en', token: 'a_token-1', unsubscribe: null, createdAt: new Date(0) },
        ...{ to: { address: 'ana@shop.example', name }, figures: figuresOf(kind, name) },
        data: dataLost.includes(kind) ? {} : dataOf(kind, name),
      })),
  }),
);
afterAll(() => app.close());

/** The list of a demo's mails, and each mail: its tags with the names of their attributes, and the sources of what it loads. */
async function readAll() {
  const pages = await Promise.all(
    ['', ...MAIL_KINDS.map((kind) => `/${kind}`)].map((path) => app.inject(`/mailbox${path}`)),
  );
  return pages.map(({ statusCode, body, headers }) => ({
    ...{
      statusCode,
      tags: new Set(body.match(/<[^>]*>?/g)?.map((tag) => tag.replace(/="[^"]*"/g, ''))),
      sources: body.match(/src="[^"]{0,21}/g),
    },
    policy: String(headers['content-security-policy']),
  }));
}

it.each([
  '<script>attacked=1</script>',
  '</title><script>attacked=1</script>',
  '<!--><script>attacked=1</script>',
  `"><img src=x onerror=attacked=1>`,
  `"onfocus="attacked=1"autofocus="`,
  `'onmouseover='attacked=1`,
  'https://evil.test/"onclick="attacked=1',
  `https://evil.test/'><script>attacked=1</script>`,
  '<meta http-equiv="refresh" content="0;url=//evil.test">',
])('the name %s of a site or person is text in the mailbox of a demo and in its mails', async (hostile) => {
  name = 'Plain name';
  const plain = await readAll();
  name = hostile;
  expect(await readAll()).toEqual(plain);
  for (const { statusCode, sources, policy } of plain) {
    expect(statusCode).toBe(200);
    for (const source of sources ?? []) expect(source).toBe('src="data:image/png;base64');
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).not.toMatch(/script-src/);
  }
});

it('shows all others beside a mail that cannot be written', async () => {
  name = 'Plain name';
  const articles = async () => (await app.inject('/mailbox')).body.split('<article>').slice(1);
  const all = await articles();
  dataLost = ['payout_paid'];
  const at = MAIL_KINDS.indexOf('payout_paid');
  const shown = await articles();
  dataLost = [];
  expect(shown.toSpliced(at, 1)).toEqual(all.toSpliced(at, 1));
  expect(shown[at]).toContain('This mail cannot be written.');
  expect(shown[at]).toContain('ana@shop.example');
});
