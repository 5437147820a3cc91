import type { EventData } from '@perktree/contracts/catalogue/events';
import { toMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints, normalizePercent } from '@perktree/contracts/kernel/percent';
import type { RedemptionEvent } from '../stream-history.ts';
import { compareWith, type Difference, missing } from './difference.ts';
import type { EntryRow } from './entry-row.ts';

type Share = EventData<'BenefitRedeemed'>['shares'][number] & { readonly reversesEntryId?: string };

export function shareOf(event: RedemptionEvent, entryId: string): Share | undefined {
  const { data } = event.fact;
  const shares: readonly Share[] = [...data.shares, ...waitingIn(data)];
  return shares.find((share) => share.entryId === entryId);
}

function waitingIn(data: RedemptionEvent['fact']['data']): readonly Share[] {
  return 'awaitsConfirmation' in data ? (data.awaitsConfirmation?.shares ?? []) : [];
}

/**
 * Compares the event with what the screens show of the entry.
 * @param effectiveAt of the event
 */
export function checkAgainstReadModel(
  event: RedemptionEvent | null,
  row: EntryRow,
  effectiveAt: string | null,
): readonly Difference[] {
  if (event === null) return [missing('event', 'no event of history has this entry')];
  const share = shareOf(event, row.entry_id);
  if (share === undefined) return [missing('event', 'the event does not have this entry')];
  const { data } = event.fact;
  const { differences, equal } = compareWith('read_model');
  const { qr_id: qrId } = row;
  equal('QR of the entry', share.qrId, qrId);
  equal('redeemed QR', data.qrId, row.source_qr_id);
  equal('site', data.siteId, row.site_id);
  equal('owner of the entry', share.ownerId, row.distributor_id, { qrId, isPerson: true });
  equal('percent of the entry', normalizePercent(share.percent), fromBasisPoints(row.percent_bp), { qrId });
  const waits = waitingIn(data).includes(share);
  const amount = `${toMinor(share.amount, data.currency)}`;
  equal('amount of the entry in minor units', waits ? '0' : amount, `${row.amount_minor}`, { qrId });
  equal('amount that awaits confirmation', waits ? amount : null, row.awaiting_minor?.toString() ?? null, { qrId });
  equal('currency of the entry', data.currency, row.currency);
  equal('end of the hold', new Date(data.maturesAt).toISOString(), row.matures_at);
  equal('time of the entry', effectiveAt, row.created_at);
  equal('entry taken back', share.reversesEntryId, row.reverses_entry_id);
  return differences;
}
