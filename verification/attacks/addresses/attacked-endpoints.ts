import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { ChangingNames, Trap } from './trap.ts';

/** A product that sends webhooks only to public addresses, one of its businesses, and a trap that webhooks must not reach. */
export interface AttackedEndpoints {
  readonly composed: ComposedApp;
  readonly business: OpenBusiness;
  readonly names: ChangingNames;
  readonly trap: Trap;
  close(): Promise<void>;
}

/** Instead of hours. */
const RETRY_MS = 100;
const ATTEMPTS = 3;

/** @param options.allowPrivate removes the product's guard, to test the attack itself */
export async function openAttackedEndpoints({ allowPrivate = false } = {}): Promise<AttackedEndpoints> {
  const names = new ChangingNames();
  const trap = await Trap.open();
  const composed = await startComposedApp({
    spendsBudgets: false,
    webhookAllowPrivate: allowPrivate,
    resolveName: names.resolve,
    sendsWebhooks: { delayAfter: (attempts) => (attempts < ATTEMPTS ? RETRY_MS : null), pollMs: RETRY_MS },
  });
  const business = await openBusiness(composed.app, 'endpoints');
  return {
    ...{ composed, business, names, trap },
    async close() {
      await composed.close();
      await trap.close();
    },
  };
}
