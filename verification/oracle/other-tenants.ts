import type { StoredEvent } from '@perktree/event-store/port';
import type { Check } from './evidence.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Event fields with the id of an object that belongs to a business. */
const OWNED = ['siteId', 'rootQrId', 'qrId', 'scanId', 'redemptionId', 'reversalId', 'payoutId', 'invitationId'];
/** Event fields that connect a person with a business. */
const CONNECTED = ['customerId', 'distributorId', 'userId', 'ownerId', 'staffId'];

/**
 * I7: no answer names an id of another business, unless the caller is connected with it: they scanned, claimed, earned or worked
 * there.
 */
export const otherTenants: Check = ({ events, attempts }) => {
  const { tenantOf, connections } = walk(events);
  return attempts.flatMap((call) => {
    if (call.by === null) return [];
    const { userId, tenantId } = call.by;
    const own = new Set([tenantId, ...(connections.get(userId) ?? [])]);
    const ids = new Set(JSON.stringify(call.answer ?? null).match(UUID) ?? []);
    return [...ids].flatMap((id) => {
      const owner = tenantOf.get(id);
      // An id in the caller's own URL is not disclosed by the answer.
      if (owner === undefined || own.has(owner) || call.url.includes(id)) return [];
      return [`${call.method} ${call.url} disclosed ${id} of tenant ${owner} to ${userId}`];
    });
  });
};

function walk(events: readonly StoredEvent[]) {
  const tenantOf = new Map<string, string>();
  const connections = new Map<string, Set<string>>();
  for (const { data, metadata } of events) {
    const fields = data as Readonly<Record<string, unknown>>;
    const { tenantId } = fields;
    if (typeof tenantId !== 'string') continue;
    for (const name of OWNED) if (typeof fields[name] === 'string') tenantOf.set(fields[name], tenantId);
    for (const { qrId } of (fields.children ?? []) as readonly { qrId: string }[]) tenantOf.set(qrId, tenantId);
    for (const { entryId } of (fields.shares ?? []) as readonly { entryId: string }[]) tenantOf.set(entryId, tenantId);
    const { qr } = fields as { readonly qr?: { readonly qrId: string } };
    if (qr) tenantOf.set(qr.qrId, tenantId);
    const { actor } = metadata as { readonly actor?: { readonly id: string } };
    const people = [actor?.id, ...CONNECTED.map((name) => fields[name])].filter((id) => typeof id === 'string');
    for (const id of people) connections.set(id, (connections.get(id) ?? new Set()).add(tenantId));
  }
  return { tenantOf, connections };
}
