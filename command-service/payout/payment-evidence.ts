import type { NoteTexts } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import type { CommandHandler } from '../engine/command-handler.ts';
import { siteFold } from '../site/decisions/state.ts';
import { evidenceUntil } from './decisions/evidence.ts';
import { payeeFold } from './decisions/payee.ts';

export interface EvidenceDeps {
  readonly handler: CommandHandler;
  readonly accounts: Pick<NoteTexts, 'keepNotes'>;
  /** Years that evidence of payments is kept. Default: those of the site's country. */
  readonly evidenceYears?: number | null;
  /** Whether the previous release has to read each event. Default: false. */
  readonly keepsWayBack?: boolean;
}

/** Until when the reference of a payment of this site is kept, also if the payee's account is erased. */
export async function referenceKeptUntil(
  { handler, evidenceYears = null }: Omit<EvidenceDeps, 'accounts'>,
  { siteId, paidAt }: { readonly siteId: string; readonly paidAt: string },
): Promise<string> {
  const { state: site } = await handler.load(streams.site(siteId), siteFold);
  return evidenceUntil(site?.configuration.timeZone ?? 'UTC', paidAt, evidenceYears);
}

/** Keeps the recorded name of the payee of a payment as long as its reference. */
export async function keepPayeeName(
  deps: EvidenceDeps,
  payment: { readonly siteId: string; readonly distributorId: string; readonly paidAt: string },
): Promise<void> {
  const { siteId, distributorId, paidAt } = payment;
  const { state } = await deps.handler.load(streams.payee(distributorId), payeeFold);
  if (state.name === null) return;
  await deps.accounts.keepNotes([state.name.noteId], await referenceKeptUntil(deps, { siteId, paidAt }));
}
