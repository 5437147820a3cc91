import { DEMO_ACCOUNTS, DEMO_PASSWORD, fillDemoBusiness } from '../../standalone/demo/demo-business.ts';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { Visitor } from '../../standalone/testing/visitor.ts';
import type { CliSession } from '../session.ts';
import { sessionOn } from './run-command.ts';

export interface AuditedDemo {
  readonly composed: ComposedApp;
  readonly session: CliSession;
  readonly owner: Visitor;
  readonly superadmin: Visitor;
  readonly siteId: string;
}

/** The demo business with a payout that was paid, one that was cancelled, and two reversals; all of it projected. */
export async function startAuditedDemo(): Promise<AuditedDemo> {
  const composed = await startComposedApp();
  const signIn = async (name: string, intent: string) => {
    const visitor = new Visitor(composed.app, name);
    const email = DEMO_ACCOUNTS.find((account) => account.email.startsWith(`${name}@`))?.email;
    await visitor.must('POST', '/api/auth/login', { email, password: DEMO_PASSWORD, intent });
    return visitor;
  };
  await fillDemoBusiness(composed.app, async (email) => void (await composed.identity.grantSuperadmin(email)));
  const owner = await signIn('owner', 'business');
  const superadmin = await signIn('superadmin', 'customer');
  const [{ id: siteId }] = await owner.must('GET', '/api/me/sites');
  const at = `/api/sites/${siteId}`;
  const configuration = await owner.must('GET', `${at}/config`);
  await owner.must('PUT', `${at}/config`, { ...configuration, minimumPayout: '1.00' });
  const { payouts } = await owner.must('POST', `${at}/payouts`);
  await owner.must('POST', `/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'transfer 7' });
  await owner.must('POST', `/api/payouts/${payouts[1].id}/cancel`, { reason: 'not now' });
  const [first, second] = await owner.must('GET', `${at}/redemptions`);
  await owner.must('POST', `/api/redemptions/${first.id}/reverse`, { reason: 'a part', amount: '3.33' });
  await owner.must('POST', `/api/redemptions/${second.id}/reverse`, { reason: 'all of it' });
  // So that everything has been projected.
  await owner.must('GET', `${at}/redemptions`);
  return { composed, session: sessionOn(composed.databaseUrl), owner, superadmin, siteId };
}
