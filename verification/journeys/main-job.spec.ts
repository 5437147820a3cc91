import { expect, it } from 'vitest';
import { PHONE } from '../e2e/support/browser.ts';
import { clickThroughMainJob, RIGHT_CENTS } from '../e2e/support/main-job.ts';
import { useJourney } from './journey.ts';

const journey = useJourney();

/** verification/e2e/services-apart.spec.ts does the same on separate services. */
it('the main job, clicked through on a phone, ends with every distributor having earned the right cent', async () => {
  const { ledgers, loads, pageErrors } = await clickThroughMainJob(journey.browser, journey.url, PHONE);
  expect(ledgers).toEqual(RIGHT_CENTS);
  // The offer, the registration, and the offer again.
  expect(loads).toBe(3);
  expect(pageErrors).toEqual([]);
});
