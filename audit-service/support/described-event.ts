import type { DescribedEvent } from './timeline.ts';

/** An event before ids are replaced by names. Takes each field that the event has: a name means the same in all events (contracts/catalogue/events). */
export function describe({ fact: { type, data } }: DescribedEvent) {
  return {
    siteId: 'siteId' in data ? data.siteId : null,
    qrId: 'qrId' in data ? data.qrId : null,
    qrName: qrNameIn({ type, data } as DescribedEvent['fact']),
    redemptionId: 'redemptionId' in data ? data.redemptionId : null,
    payoutId: 'payoutId' in data ? data.payoutId : null,
    customerId: 'customerId' in data ? data.customerId : null,
    distributorId: 'distributorId' in data ? data.distributorId : null,
    amount: 'saleAmount' in data ? data.saleAmount : 'amount' in data ? data.amount : null,
    currency: 'currency' in data ? data.currency : null,
    reason: 'reference' in data ? data.reference : null,
    reasonCode: 'reason' in data ? data.reason : null,
    noteId: 'noteId' in data ? data.noteId : null,
    shares: sharesIn(data),
  };
}

/** Shares that wait for confirmation appear as shares of the redemption. */
function sharesIn(
  data: DescribedEvent['fact']['data'],
): readonly { entryId: string; qrId: string; ownerId: string; amount: string }[] {
  if ('awaitsConfirmation' in data && data.awaitsConfirmation !== null) return data.awaitsConfirmation.shares;
  return 'shares' in data ? data.shares : [];
}

function qrNameIn({ type, data }: DescribedEvent['fact']): string | null {
  if (type === 'RootQrCreated') return data.qr.terms.name;
  if (type === 'QrEdited') return data.terms.name;
  return 'qrName' in data ? data.qrName : null;
}
