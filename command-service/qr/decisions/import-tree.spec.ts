import { describe, expect, it } from 'vitest';
import { exampleSite, NOW } from '../../testing/example-site.ts';
import { newIds, qrId, TreeBuilder, terms } from '../../testing/example-tree.ts';
import { given } from '../../testing/given.ts';
import { decideImportTree, type ImportTree } from './import-tree.ts';
import { commissionTreeFold } from './state.ts';

const qr = (name: string, parent: number | null, commissionPercent: string | undefined) => ({
  ...{ ids: newIds(name), parent },
  terms: { ...terms, name, commissionPercent },
});
const site = exampleSite();
const decide = (qrs: ImportTree['qrs'], of = site) => decideImportTree(null, { site: of, now: NOW, qrs });
const refusedAt = (qrs: ImportTree['qrs'], of = site) => {
  try {
    decide(qrs, of);
    return null;
  } catch (error) {
    const { code, values } = error as { code: string; values: object };
    return [code, (values as { row?: number }).row];
  }
};

describe('a tree that is imported', () => {
  it('has its QRs under their parents, with the terms of their rows', () => {
    const events = decide([qr('root', null, '10'), qr('a', 0, '4'), qr('b', 1, '1.5'), qr('c', 0, undefined)]);
    const tree = given(commissionTreeFold, events, NOW);
    const shape = [...(tree?.qrs.values() ?? [])].map(({ terms: of, parentQrId, depth }) => [
      ...[of.name, of.commissionPercent, parentQrId, depth],
    ]);
    expect(shape).toEqual([
      ['root', '10.00', null, 0],
      ['a', '4.00', qrId('root'), 1],
      ['b', '1.50', qrId('a'), 2],
      ['c', '1.00', qrId('root'), 1],
    ]);
  });

  it('is refused as a whole, at the row that breaks a rule', () => {
    expect(refusedAt([qr('root', null, '10'), qr('a', 0, '6'), qr('b', 0, '4.01')])).toEqual([
      'COMMISSION_TOO_HIGH',
      2,
    ]);
    expect(refusedAt([qr('root', null, '10'), qr('a', 0, '0.4')])).toEqual(['COMMISSION_TOO_LOW', 1]);
    const narrow = exampleSite({ maxSplitsPerQr: 1 });
    expect(refusedAt([qr('root', null, '10'), qr('a', 0, '1'), qr('b', 0, '1')], narrow)).toEqual([
      'TOO_MANY_SPLITS',
      2,
    ]);
    const chain = Array.from({ length: 34 }, (_, n) => qr(`n${n}`, n === 0 ? null : n - 1, '50'));
    expect(refusedAt(chain)).toEqual(['TREE_TOO_DEEP', 33]);
    expect(refusedAt([qr('root', null, '10')], exampleSite({}, { isActive: false }))).toEqual(['SITE_INACTIVE', 0]);
  });

  it('has one root, the first, and each QR after its parent', () => {
    expect(refusedAt([qr('root', null, '10'), qr('other', null, '10')])).toEqual(['PARENT_UNKNOWN', 1]);
    expect(refusedAt([qr('root', null, '10'), qr('a', 1, '1')])).toEqual(['PARENT_UNKNOWN', 1]);
    expect(refusedAt([qr('root', 0, '10')])).toEqual(['PARENT_UNKNOWN', 0]);
  });

  it('is imported once', () => {
    const { tree } = TreeBuilder.root();
    expect(decideImportTree(tree, { site, now: NOW, qrs: [qr('root', null, '10')] })).toEqual([]);
  });
});
