import { nodeOf } from './hashes.ts';
import { rootOf } from './merkle-tree.ts';

/** An incremental Merkle tree (RFC 6962). It keeps O(log n) subtree roots instead of the hashes. */
export class GrowingTree {
  /** Whole subtrees from left to right, each smaller than the one before it. */
  private readonly subtrees: { readonly size: number; readonly root: Buffer }[] = [];

  add(hash: Buffer): void {
    let last = { size: 1, root: hash };
    for (let left = this.subtrees.at(-1); left?.size === last.size; left = this.subtrees.at(-1)) {
      this.subtrees.pop();
      last = { size: left.size * 2, root: nodeOf(left.root, last.root) };
    }
    this.subtrees.push(last);
  }

  /** Of all that have come. */
  root(): Buffer {
    const [last, ...others] = this.subtrees.map(({ root }) => root).reverse();
    return last === undefined ? rootOf([]) : others.reduce((right, left) => nodeOf(left, right), last);
  }
}
