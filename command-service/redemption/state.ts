/** What one customer has redeemed of a QR in one issue period. */
export interface CustomerRedemptions {
  /** The scans that were redeemed, oldest first; reversed ones stay. */
  readonly scanIds: readonly string[];
  /** Redemptions that count towards the limit: those whose slot a reversal has freed do not. */
  readonly counted: number;
}

/** The redemptions of one QR, as far as limits need them. Keys: the period; the period and the customer. */
export interface RedemptionsState {
  readonly countedByPeriod: PersistentMap<number>;
  readonly byPeriodAndCustomer: PersistentMap<CustomerRedemptions>;
}

/** Children of a branch: 4 bits of the hash at each level, 8 levels. */
const BITS = 4;
const FANOUT = 1 << BITS;
const LEVELS = 32 / BITS;

interface Branch<V> {
  readonly children: readonly (Node<V> | undefined)[];
}
interface Leaf<V> {
  /** More than one only where 32 bits of hash are the same. */
  readonly entries: readonly (readonly [string, V])[];
}
type Node<V> = Branch<V> | Leaf<V>;

/**
 * A map that is never changed: `with` makes a new one that shares nearly all of the old one. A stream of a hundred
 * thousand redemptions is folded in a copy of a few small arrays an event, where a copied Map would copy them all.
 */
export class PersistentMap<V> {
  private constructor(private readonly root: Node<V>) {}

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>({ children: [] });
  }

  get(key: string): V | undefined {
    let node: Node<V> | undefined = this.root;
    const hash = hashOf(key);
    for (let level = 0; node && 'children' in node; level += 1) node = node.children[slot(hash, level)];
    return node?.entries.find(([name]) => name === key)?.[1];
  }

  with(key: string, value: V): PersistentMap<V> {
    return new PersistentMap(put(this.root, hashOf(key), 0, key, value));
  }
}

function put<V>(node: Node<V> | undefined, hash: number, level: number, key: string, value: V): Node<V> {
  if (level === LEVELS) {
    const entries = node && 'entries' in node ? node.entries : [];
    return { entries: [...entries.filter(([name]) => name !== key), [key, value]] };
  }
  const children = node && 'children' in node ? [...node.children] : [];
  const at = slot(hash, level);
  children[at] = put(children[at], hash, level + 1, key, value);
  return { children };
}

function slot(hash: number, level: number): number {
  return (hash >>> (level * BITS)) & (FANOUT - 1);
}

/** FNV-1a, 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
