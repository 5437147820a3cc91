import { READS_BY_POST, READS_OF_COMMANDS } from '@perktree/contracts/catalogue/reads';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { expect, it } from 'vitest';

const lines = (some: Iterable<string>) => [...some, ''].join('\n');

it('HAProxy sends reads where contracts/catalogue/reads.ts says (if not: npm run docs)', async () => {
  await expect(lines(READS_BY_POST)).toMatchFileSnapshot('reads-by-post.lst');
  const patterns = READS_OF_COMMANDS.map((path) => `^${path}(/|$)`);
  await expect(lines(patterns)).toMatchFileSnapshot('reads-of-commands.lst');
});

it('HAProxy refuses callers as the product does (if not: npm run docs)', async () => {
  const { code, message, values } = new Refused('TOO_MUCH_AT_ONCE', { seconds: 2 });
  await expect(`${JSON.stringify({ message, code, values })}\n`).toMatchFileSnapshot('too-much-at-once.txt');
});

it('HAProxy answers as the product does where no instance answers (if not: npm run docs)', async () => {
  const { code, message, status } = new Refused('UNAVAILABLE');
  const body = `${JSON.stringify({ message, code })}\n`;
  const head = [
    `HTTP/1.1 ${status} Service Unavailable`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Retry-After: 1',
    `Content-Length: ${body.length}`,
  ];
  await expect(`${head.join('\n')}\n\n${body}`).toMatchFileSnapshot('unavailable.http');
});
