import { MAX_CHANGED_OF_BRANCH } from '@perktree/contracts/site/configuration';
import { describe, expect, it } from 'vitest';
import { exampleSite } from '../../testing/example-site.ts';
import { qrId, TreeBuilder } from '../../testing/example-tree.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { decideActivateBranch, decideDeactivateBranch } from './change-branch.ts';
import { decideDeactivate } from './change-qr.ts';

const family = TreeBuilder.root('10.00')
  .split('root', { a: '4.00', b: '2.00' })
  .split('a', { c: '1.50', d: '1.00' })
  .split('c', { e: '1.00' });
const on = (name: string) => ({ qrId: qrId(name) });
const ids = (...names: string[]) => names.map(qrId);
const changedBy = (events: readonly { readonly data: { readonly qrId: string } }[]) =>
  events.map(({ data }) => data.qrId);

describe('a branch', () => {
  it('is deactivated as a whole, each QR before those below it, and nothing beside or above it', () => {
    const events = decideDeactivateBranch(family.tree, on('a'));
    expect(changedBy(events)).toEqual(ids('a', 'c', 'e', 'd'));
    const after = family.and(events);
    expect(ids('a', 'c', 'd', 'e').map((id) => after.tree.qrs.get(id)?.isActive)).toEqual([false, false, false, false]);
    expect([after.qr('root').isActive, after.qr('b').isActive]).toEqual([true, true]);
    expect(decideDeactivateBranch(after.tree, on('a'))).toEqual([]);
  });

  it('leaves what is deactivated already, and finds what is active below it', () => {
    const after = family.and(decideDeactivate(family.tree, on('c')));
    expect(changedBy(decideDeactivateBranch(after.tree, on('a')))).toEqual(ids('a', 'e', 'd'));
    expect(changedBy(decideDeactivateBranch(after.tree, on('c')))).toEqual(ids('e'));
    expect(changedBy(decideActivateBranch(after.tree, on('a')))).toEqual(ids('c'));
  });

  it('is activated as a whole', () => {
    const off = family.and(decideDeactivateBranch(family.tree, on('root')));
    const events = decideActivateBranch(off.tree, on('a'));
    expect(changedBy(events)).toEqual(ids('a', 'c', 'e', 'd'));
    expect(off.and(events).qr('root').isActive).toBe(false);
  });

  it('has to exist', () => {
    expect(refusalOf(() => decideDeactivateBranch(family.tree, on('nowhere')))?.code).toBe('QR_NOT_FOUND');
    expect(refusalOf(() => decideActivateBranch(null, on('a')))?.code).toBe('QR_NOT_FOUND');
  });

  it('changes at most a thousand QRs at once', () => {
    const site = exampleSite({ maxSplitsPerQr: 100, minSplitPercent: '0.10' });
    const names = (parent: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${parent}.${n}`, '0.10']));
    const first = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`s${n}`, '10.00']));
    let wide = TreeBuilder.root('100.00', site).split('root', first);
    for (let n = 0; n < 9; n += 1) wide = wide.split(`s${n}`, names(`s${n}`, 100));
    const most = wide.split('s9', names('s9', 89));
    expect(most.tree.qrs.size).toBe(MAX_CHANGED_OF_BRANCH);
    const events = decideDeactivateBranch(most.tree, on('root'));
    expect(events).toHaveLength(MAX_CHANGED_OF_BRANCH);
    const more = wide.split('s9', names('s9', 90));
    const refused = { code: 'BRANCH_TOO_LARGE', message: expect.stringMatching(/1,?000.*1,?001/) };
    expect(refusalOf(() => decideDeactivateBranch(more.tree, on('root')))).toMatchObject(refused);
    const off = most.and(events);
    expect(decideActivateBranch(off.tree, on('root'))).toHaveLength(MAX_CHANGED_OF_BRANCH);
  });
});
