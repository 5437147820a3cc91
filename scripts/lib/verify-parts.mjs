import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const E2E = 'verification/e2e';
const inBrowser = (...names) => names.map((name) => `${E2E}/${name}.browser.spec.ts`);

/** Parts whose files are named. */
const NAMED = {
  rolling: ['verification/e2e/rolling.spec.ts'],
  services: [
    'verification/e2e/services-apart.spec.ts',
    'verification/e2e/services-signals.spec.ts',
    'apps/services/all/main.spec.ts',
  ],
  servers: [
    'verification/e2e/failover.spec.ts',
    'verification/e2e/standby.spec.ts',
    'verification/e2e/pgbouncer.spec.ts',
    'platform/jobs/redis-jobs.spec.ts',
  ],
  proxies: ['apps/services/proxies/examples.spec.ts', 'apps/services/gateway/haproxy.spec.ts'],
  engines: ['event-store/eventstoredb/faults.spec.ts', 'projector/engine/live/inline.contract.spec.ts'],
  kills: [
    'verification/webhooks/killed-senders.spec.ts',
    'verification/kill-rig/half-open.spec.ts',
    'verification/kill-rig/kill-rig.spec.ts',
    'projector/engine/rebuild/kill.spec.ts',
    'platform/jobs/killed-jobs.spec.ts',
  ],
  firefox: ['verification/e2e/firefox.browser.spec.ts'],
  webkit: ['verification/e2e/webkit.browser.spec.ts'],
  designs: ['apps/design-check/accepted-designs.property.spec.ts'],
  tutorials: ['verification/tutorials/tutorials.spec.ts', 'verification/sdk/sdk.spec.ts'],
  image: ['verification/e2e/image.spec.ts', 'verification/e2e/image-in-container.spec.ts'],
  loading: inBrowser('public-pages', 'layout-shift'),
  'large-businesses': [...inBrowser('paper'), 'apps/standalone/demo/fill-large.spec.ts'],
};

const named = new Set(Object.values(NAMED).flat());
const others = readdirSync(join(root, E2E), { recursive: true })
  .filter((name) => name.endsWith('.spec.ts') && !named.has(`${E2E}/${name}`))
  .map((name) => `${E2E}/${name}`);

/**
 * Test files that `npm test` leaves to `npm run verify`: they need real time, kills, several servers, another browser or
 * minutes. A key is the name of a part. The parts hold every file of verification/e2e.
 */
export const VERIFY_FILES = {
  ...NAMED,
  /** Each screen in the whole product. */
  'screens-whole': others.filter((file) => file.includes('.browser.')),
  /** Starts, command lines and programs of the built product. */
  products: others.filter((file) => !file.includes('.browser.')),
};

/** Moments at which calendars surprise, with time zones. */
export const DATES = [
  { AT: '2027-01-31T23:50:00Z', TZ: 'UTC' },
  { AT: '2028-02-29T12:00:00Z', TZ: 'UTC' },
  // Five minutes before summer time begins, and before it ends.
  { AT: '2027-03-28T00:55:00Z', TZ: 'Europe/Berlin' },
  { AT: '2027-10-31T00:55:00Z', TZ: 'Europe/Berlin' },
  // 31 December, 23:50, in UTC+13 and in UTC-11.
  { AT: '2027-12-31T10:50:00Z', TZ: 'Etc/GMT-13' },
  { AT: '2028-01-01T10:50:00Z', TZ: 'Etc/GMT+11' },
  // A Monday before the weekly digests are sent.
  { AT: '2027-11-29T00:10:00Z', TZ: 'UTC' },
];

/** The tests of the gate that compute with dates. */
export const DATED = [
  '--project',
  'units',
  'contracts/',
  'ui/',
  'query-service/',
  'audit-service/',
  'identity/',
  'mail-service/',
  'command-service/payout',
  'command-service/subscription',
  'command-service/jobs',
  'command-service/payments',
  'webhook-service/',
  'verification/specification/',
];

/** A drawn seed for all random tests. */
export const drawSeed = () => Math.floor(Math.random() * 2 ** 31);
