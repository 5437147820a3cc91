import { request } from 'node:http';

const METHODS = ['GET', 'HEAD', 'POST'];
/** Ways to write the path of the page; clients and proxies normalize them differently. */
const PATHS: readonly string[] = [
  ...['/mailbox', '/mailbox/', '/mailbox?all=1', '/mailbox/1', '/mailbox/00000000-0000-4000-8000-000000000000'],
  ...[
    '//mailbox',
    '/./mailbox',
    '/%6dailbox',
    '/%2fmailbox',
    '/mailbox%2f',
    '/mailbox%2f1',
    '/mailbox%00',
    '/mailbox;x',
  ],
  ...['/MAILBOX', '/Mailbox/', '/api/mailbox', '/api/../mailbox', '/assets/../mailbox', '/assets/..%2fmailbox'],
  ...['/scan/../mailbox', '/mailbox.html', '/mailbox/index.html', '/mailbox/../mailbox'],
];
/** Texts of the page and of the mails on it. */
const SHOWN = /<h1>Mailbox|sends no mail|Verify address|Set password|verify-email#|reset-password#/;

/**
 * Looks for the mailbox page of a product that is no demo.
 * @param origin of the running product, without a slash at the end
 * @returns the number of requests, and those that found the page
 */
export async function tryClosedMailbox(
  origin: string,
): Promise<{ readonly requests: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  let requests = 0;
  for (const path of PATHS) {
    for (const method of METHODS) {
      const { status, body } = await ask(origin, method, path);
      requests += 1;
      if (SHOWN.test(body)) faults.push(`${method} ${path} shows mails: ${status}`);
      if (/^\/mailbox(\/1?)?$/.test(path) && status !== 404) faults.push(`${method} ${path} is there: ${status}`);
    }
  }
  return { requests, faults };
}

/** Sends the path as it is: `fetch` would normalize it. */
function ask(
  origin: string,
  method: string,
  path: string,
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, method, path, headers: { 'content-length': 0 } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.once('end', () => done({ status: response.statusCode ?? 0, body }));
      response.once('error', fail);
    });
    sent.once('error', fail);
    sent.end();
  });
}
