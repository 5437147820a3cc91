import type { PlantedBug } from '../bug.ts';

const everywhere = 'standalone/specification/api-everywhere.spec.ts';
const badBodies = 'standalone/specification/api-bad-bodies.spec.ts';
const returnTo = 'contracts/http/return-to.spec.ts';

/** What the web makes possible: other sites, scripts, spreadsheets, forged notices. */
export const webBugs: readonly PlantedBug[] = [
  {
    name: 'the way back after a login may lead out of the site',
    file: 'contracts/http/return-to.ts',
    before: "if (url.pathname.startsWith('//')) return null;",
    after: '',
    caughtBy: returnTo,
    isQuick: true,
  },
  {
    name: 'the way back may hide a backslash behind a percent sign',
    file: 'contracts/http/return-to.ts',
    before: 'if (FORBIDDEN_IN_PATH.test(url.pathname)) return null;',
    after: '',
    caughtBy: returnTo,
  },
  {
    name: 'the way back may be a call',
    file: 'contracts/http/return-to.ts',
    before: "if (read === null || read === '/api' || read.startsWith('/api/')) return null;",
    after: '',
    caughtBy: returnTo,
  },
  {
    name: 'a caller has the process to itself beside others',
    file: 'platform/http/concurrency/concurrency-limit.ts',
    before: 'if (this.isAlone()) return this.bounds.alone;',
    after: 'return this.bounds.alone;',
    caughtBy: 'platform/http/concurrency/concurrency-limit.spec.ts',
  },
  {
    name: 'a client that is gone keeps its place in the queue',
    file: 'platform/http/concurrency/install.ts',
    before: "if (place.state === 'queued') limit.leave(place);",
    after: "if (place.state === 'queued') return;",
    caughtBy: 'platform/http/concurrency/install.spec.ts',
  },
  {
    name: 'a made-up visitor cookie counts as a visitor',
    file: 'identity/visitors.ts',
    before: 'return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;',
    after: 'return id;',
    caughtBy: 'identity/visitors.spec.ts',
  },
  {
    name: 'writes from another site are let through',
    file: 'platform/http/origin-guard.ts',
    before: "if (origin !== own) throw new Refused('FOREIGN_ORIGIN');",
    after: '',
    caughtBy: everywhere,
  },
  {
    name: 'an origin that only begins like ours is ours',
    file: 'platform/http/origin-guard.ts',
    before: 'if (origin !== own)',
    after: 'if (!origin.startsWith(own))',
    caughtBy: 'trust/attacks/forgery/forgery.spec.ts',
  },
  {
    name: 'fields of Object’s prototype are taken from a body',
    file: 'platform/http/app.ts',
    before: "app.getDefaultJsonParser('error', 'error')",
    after: "app.getDefaultJsonParser('ignore', 'ignore')",
    caughtBy: badBodies,
  },
  {
    name: 'a body may have any size',
    file: 'platform/http/app.ts',
    before: 'const BODY_LIMIT = 256 * 1024;',
    after: 'const BODY_LIMIT = 256 * 1024 * 1024;',
    caughtBy: badBodies,
  },
  {
    name: 'a fault answers with its stack',
    file: 'platform/http/errors.ts',
    before: "request.log.error({ err: error }, 'unforeseen error');\n  return new Refused('INTERNAL');",
    after: "return new Refused('INTERNAL', {}, [{ path: 'stack', message: String((error as Error).stack) }]);",
    caughtBy: 'trust/attacks/forgery/forgery.spec.ts',
  },
  {
    name: 'a formula in a cell is run by a spreadsheet',
    file: 'contracts/csv.ts',
    before: 'const safe = FORMULA.test(text) ?',
    after: 'const safe = text === "" ?',
    caughtBy: 'contracts/csv.spec.ts',
    isQuick: true,
  },
  {
    name: 'a quotation mark ends a cell',
    file: 'contracts/csv.ts',
    before: "safe.replaceAll('\"', '\"\"')",
    after: 'safe',
    caughtBy: 'contracts/csv.spec.ts',
  },
  {
    name: 'the name of an offer becomes part of the page',
    file: 'standalone/public-page.ts',
    before: 'export function escapeHtml(text: string): string {',
    after: 'export function escapeHtml(text: string): string {\n  if (text) return text;',
    caughtBy: 'standalone/public-page.spec.ts',
  },
  {
    name: 'a payment notice counts without its signature',
    file: 'command-service/payments/stripe/notices.ts',
    before: 'return stripe.webhooks.constructEvent(rawBody, signature, secret);',
    after: 'return JSON.parse(String(rawBody)) as Stripe.Event;',
    caughtBy: 'command-service/payments/stripe/stripe-plans.spec.ts',
  },
];
