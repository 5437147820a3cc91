/**
 * Test files that `npm test` leaves to `npm run verify`: they need real time, kills, several servers or another browser, so
 * their verdicts depend on the machine. A key is the name of a part.
 */
export const VERIFY_FILES = {
  rolling: ['verification/e2e/rolling.spec.ts'],
  services: ['verification/e2e/services-apart.spec.ts', 'verification/e2e/services-signals.spec.ts'],
  servers: [
    'verification/e2e/failover.spec.ts',
    'verification/e2e/standby.spec.ts',
    'verification/e2e/pgbouncer.spec.ts',
    'platform/jobs/redis-jobs.spec.ts',
  ],
  proxies: ['apps/services/proxies/examples.spec.ts'],
  kills: [
    'verification/e2e/crash.spec.ts',
    'verification/e2e/file-process.spec.ts',
    'verification/e2e/mail-killed.spec.ts',
    'verification/webhooks/killed-senders.spec.ts',
    'verification/kill-rig/half-open.spec.ts',
  ],
  firefox: ['verification/e2e/firefox.browser.spec.ts'],
  designs: ['apps/design-check/accepted-designs.property.spec.ts'],
  tutorials: ['verification/tutorials/tutorials.spec.ts'],
  image: ['verification/e2e/image.spec.ts'],
};

/** A drawn seed for all random tests. */
export const drawSeed = () => Math.floor(Math.random() * 2 ** 31);
