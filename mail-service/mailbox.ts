import { createHash } from 'node:crypto';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { BrandOfMail, MailboxMail } from '@perktree/contracts/notification/mail';
import { escapeHtml } from '@perktree/platform/http/escape-html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { composeMail } from './compose.ts';
import { logoOf } from './logo.ts';

/** Mails that the page shows. */
const SHOWN = 50;

const CSS = `
:root { color-scheme: light dark; --line: #8885; }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
.quiet { margin: .25rem 0; font-size: .9rem; }
pre { font: inherit; white-space: pre-wrap; margin: .75rem 0 0; }
a { display: inline-block; padding: .4rem 0; }
`;
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The mails of a demo, at `/mailbox`, with their links: for anyone who reaches the demo, which listens on the machine
 * itself only.
 */
export function mountMailbox(
  app: FastifyInstance,
  options: {
    recentMails(limit: number): Promise<readonly MailboxMail[]>;
    readonly product: string;
    readonly publicUrl: string;
    readonly brandOf: BrandOfMail;
  },
): void {
  const compose = async (mail: MailboxMail, withLogo: boolean) => {
    const brand = await options.brandOf(mail);
    const logo = withLogo ? logoOf(brand) : null;
    return composeMail(mail, { ...options, brand, logo: logo && `data:image/png;base64,${logo.toString('base64')}` });
  };

  app.get('/mailbox', async (request, reply) => {
    const mails = await options.recentMails(SHOWN);
    const items = await Promise.all(
      mails.map(async (mail) => {
        const written = await compose(mail, false).catch((err: unknown) => {
          request.log.warn({ err, mailId: mail.id, kind: mail.kind }, 'a mail of the mailbox cannot be written');
          return null;
        });
        return `<article>
<h2>${escapeHtml(written?.subject ?? mail.kind)}</h2>
<p class="quiet">${escapeHtml(mail.to.address)} · <time>${mail.createdAt.toISOString()}</time></p>
${written ? textOf(mail, written.text) : '<p>This mail cannot be written.</p>'}
</article>`;
      }),
    );
    const content = items.length === 0 ? '<p>No mails yet.</p>' : items.join('\n');
    return sendPage(
      reply,
      `style-src ${hashOf(CSS)}`,
      `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title><style>${CSS}</style></head>
<body><main><h1>Mailbox</h1><p>This demo sends no mail. Its newest mails are shown here.</p>
${content}</main></body></html>
`,
    );
  });

  app.get<{ Params: { id: string } }>('/mailbox/:id', async (request, reply) => {
    const mails = await options.recentMails(SHOWN);
    const mail = mails.find(({ id }) => id === request.params.id);
    if (!mail) throw new Refused('NOT_FOUND');
    const { html } = await compose(mail, true);
    // Mails are styled inline.
    return sendPage(reply, "style-src 'unsafe-inline'; img-src data:", html);
  });
}

function sendPage(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', `${POLICY}; ${policy}`)
    .type('text/html; charset=utf-8')
    .send(html);
}

const textOf = ({ id }: MailboxMail, text: string) => `<a href="/mailbox/${encodeURIComponent(id)}">HTML</a>
<pre>${withLinks(text)}</pre>`;

/** Escaped text whose addresses are links. */
function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
