import type { StoredEvent } from '@perktree/event-store/port';
import { type History, historyOf } from '@perktree/standalone/model/invariants/history';
import { checkTrees, type Trees } from '@perktree/standalone/model/invariants/trees';

/** The history of each business. What is of no business (reserved codes) is left out. */
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

/** What a check that throws has to say. */
export function saidBy(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The trees of a business after each of their events. Null: they cannot be folded, as the check of money tells. */
export function treesOf(history: History): Trees | null {
  try {
    return checkTrees(history);
  } catch {
    return null;
  }
}
