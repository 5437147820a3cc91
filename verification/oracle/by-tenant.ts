import type { StoredEvent } from '@perktree/event-store/port';
import { type History, historyOf } from '../model/invariants/history.ts';
import { checkTrees, type Trees } from '../model/invariants/trees.ts';

/** The events of each business. Events without a business (reserved codes) are left out. */
export function historiesOf(events: readonly StoredEvent[]): readonly History[] {
  const byTenant = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const { tenantId } = event.data as { readonly tenantId?: string };
    if (tenantId === undefined) continue;
    const own = byTenant.get(tenantId) ?? [];
    byTenant.set(tenantId, own);
    own.push(event);
  }
  return [...byTenant.values()].map(historyOf);
}

/** Turns an exception of a check into a violation. */
export function violationsFrom(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The trees of a business after each of their events. Null: they cannot be folded, which `money` reports. */
export function treesOf(history: History): Trees | null {
  try {
    return checkTrees(history);
  } catch {
    return null;
  }
}
