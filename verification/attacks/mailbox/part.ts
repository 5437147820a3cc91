import { type Product, removeData, startProduct } from '../../e2e/support/product.ts';
import type { Part } from '../../trust/part.ts';
import { withServer } from '../with-server.ts';
import { tryClosedMailbox } from './closed-mailbox.ts';
import { openDemo, tryHostileMails } from './hostile-mails.ts';

/** No server listens there, so mails stay in the queue. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@example.test' };

/** Tries names in the mails that a demo shows, and the page of a product that is no demo. */
export const mailboxPart: Part = {
  name: 'mailbox',
  about: 'the mailbox page: names in mails are text, and only a demo serves it',
  unit: 'mailbox requests',
  quick: null,
  async run(_budget, _seed, report) {
    const { pages, faults } = await withServer(async (server) => {
      const composed = await openDemo(server);
      const found = await tryHostileMails(composed);
      await composed.close();
      return found;
    });
    report(`mailbox: ${pages} pages, now a product that is no demo`);
    const product = await startProduct({ env: MAIL });
    try {
      await queueMail(product);
      const closed = await tryClosedMailbox(product.url);
      const violations = [...faults, ...closed.faults].map((what) => ({ what, again: 'mailbox' }));
      return { counts: { 'mailbox requests': pages + closed.requests }, violations };
    } finally {
      await product.stop();
      removeData(product);
    }
  },
};

/** Registers an account, which queues a mail. */
async function queueMail({ url }: Product): Promise<void> {
  const body = JSON.stringify({ email: 'mailed@example.test', password: 'correct horse battery', intent: 'customer' });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body });
  if (status !== 201) throw new Error(`registering was answered ${status}`);
}
