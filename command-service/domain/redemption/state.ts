import type { EventData } from '@perktree/contracts/events/catalogue';

/** A redemption whose shares wait until staff confirm it, with what its shares are computed from. */
export interface AwaitedRedemption
  extends Pick<EventData<'BenefitRedeemed'>, 'redemptionId' | 'scanId' | 'path' | 'holdDays'> {
  /** ISO 8601 UTC: from then on it cannot be confirmed. */
  readonly until: string;
}

/** What one customer has redeemed of a QR in one issue period. */
export interface CustomerRedemptions {
  /** The scans that were redeemed, oldest first; reversed ones stay. */
  readonly scanIds: readonly string[];
  /** Redemptions that count towards the limit: those whose slot a reversal has freed do not. */
  readonly counted: number;
  /** Neither confirmed nor reversed, lapsed ones included. */
  readonly awaited: readonly AwaitedRedemption[];
}

/** The redemptions of one QR, as far as limits need them. Keys: the period; the period and the customer. */
export interface RedemptionsState {
  readonly countedByPeriod: PersistentMap<number>;
  readonly byPeriodAndCustomer: PersistentMap<CustomerRedemptions>;
}

/** Children of a branch: 4 bits of the hash at each level. */
const BITS = 4;
const FANOUT = 1 << BITS;

interface Branch<V> {
  readonly children: readonly (Node<V> | undefined)[];
}
interface Leaf<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
  /** Another key, of which all 32 bits of hash are the same. */
  readonly next: Leaf<V> | undefined;
}
type Node<V> = Branch<V> | Leaf<V>;

/**
 * A map that is never changed: `with` makes a new one that shares nearly all of the old one. A stream of a hundred
 * thousand redemptions is folded in a copy of a few small arrays an event, where a copied Map would copy them all. A key
 * hangs as near to the root as it is alone there, since a process keeps thousands of these with few keys each.
 */
export class PersistentMap<V> {
  private constructor(private readonly root: Node<V> | undefined) {}

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>(undefined);
  }

  get(key: string): V | undefined {
    const hash = hashOf(key);
    let node = this.root;
    for (let level = 0; node && 'children' in node; level += 1) node = node.children[slot(hash, level)];
    return node && find(node, key)?.value;
  }

  with(key: string, value: V): PersistentMap<V> {
    const leaf = { hash: hashOf(key), key, value, next: undefined };
    return new PersistentMap(this.root === undefined ? leaf : put(this.root, leaf, 0));
  }
}

function find<V>(first: Leaf<V>, key: string): Leaf<V> | undefined {
  for (let leaf: Leaf<V> | undefined = first; leaf; leaf = leaf.next) if (leaf.key === key) return leaf;
  return undefined;
}

function put<V>(node: Node<V>, leaf: Leaf<V>, level: number): Node<V> {
  if ('children' in node) {
    const children = node.children.slice();
    const at = slot(leaf.hash, level);
    const child = children[at];
    children[at] = child === undefined ? leaf : put(child, leaf, level + 1);
    return { children };
  }
  if (node.hash === leaf.hash) return { ...leaf, next: without(node, leaf.key) };
  // Two keys that part here or further down.
  const children = new Array<Node<V> | undefined>(FANOUT);
  children[slot(node.hash, level)] = node;
  return put({ children }, leaf, level);
}

function without<V>(first: Leaf<V> | undefined, key: string): Leaf<V> | undefined {
  if (first === undefined || first.key === key) return first?.next;
  return { ...first, next: without(first.next, key) };
}

function slot(hash: number, level: number): number {
  return (hash >>> (level * BITS)) & (FANOUT - 1);
}

/** FNV-1a, 32 bits, signed: a number that needs no memory of its own. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash;
}
