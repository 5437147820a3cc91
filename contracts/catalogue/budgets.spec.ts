import { describe, expect, it } from 'vitest';
import type { Call } from '../kernel/call.ts';
import { budgets, callBounds, callBudgetOf } from './budgets.ts';
import { callRefusals } from './call-refusals.ts';
import { allCalls } from './calls.ts';
import { otherCalls } from './other-calls.ts';
import { isRead } from './reads.ts';

const all: readonly [string, Call][] = Object.entries({ ...allCalls, ...otherCalls });
const writes = all.filter(([, { method, path }]) => !isRead(method, path)).map(([name]) => name);

describe('the budgets of calls', () => {
  it('bound every call that is not a read, and no other', () => {
    expect(Object.keys(callBounds).toSorted()).toEqual(writes.toSorted());
  });

  it('bound every call that takes an address to send to by that address', () => {
    const mailed = all.filter(([name, { body }]) => writes.includes(name) && takesAddress(body));
    // These two send to the address of the caller, and count by it (identity/attempt-limits.ts).
    const byAttempts = ['login', 'register', 'forgotPassword'];
    expect(
      mailed
        .map(([name]) => name)
        .filter((name) => !byAttempts.includes(name))
        .toSorted(),
    ).toEqual(
      all
        .filter(([, call]) => 'recipient' in budgets[callBudgetOf(call) ?? 'changes'])
        .map(([name]) => name)
        .toSorted(),
    );
  });

  it('are all spent by a call, and the reference lists their refusal', () => {
    const spending = Object.entries(callBounds).filter(([, bound]) => 'budget' in bound);
    const spent = spending.map(([, bound]) => ('budget' in bound ? bound.budget : null));
    expect(new Set(spent)).toEqual(new Set(Object.keys(budgets)));
    for (const [name] of spending) expect(callRefusals[name], name).toContain('TOO_MANY_REQUESTS');
  });
});

function takesAddress(body: Call['body'] | undefined): boolean {
  const shape = (body as { shape?: Readonly<Record<string, unknown>> } | undefined)?.shape;
  return shape !== undefined && 'email' in shape;
}
