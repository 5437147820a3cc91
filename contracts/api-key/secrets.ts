/** The stored form of an API key: never the key itself. */
export interface StoredSecret {
  /** SHA-256 of the key. */
  readonly hash: Buffer;
  /** Its first characters, by which people recognise it. */
  readonly prefix: string;
}

export interface KnownKey {
  readonly keyId: string;
  readonly name: string;
  readonly prefix: string;
  /** Addresses and networks from which it works; empty: anywhere. */
  readonly ipRanges: readonly string[];
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** What of API keys no event may hold; it is kept beside the accounts. */
export interface ApiKeySecrets {
  /** Keeps a key. Null secret: a device will take it. Called again, it changes the secret alone. */
  rememberKey(key: {
    readonly keyId: string;
    readonly tenantId: string;
    readonly name: string;
    readonly secret: StoredSecret | null;
    readonly ipRanges: readonly string[];
    readonly createdAt: string;
  }): Promise<void>;
  /** 32 bytes that only this installation can derive from a text: the same each time. */
  derive(text: string): Buffer;
  nameOfKey(keyId: string): Promise<string | null>;
  /** The key with this hash; null if none exists. `isLocked`: the operator has locked the account of its business. */
  findKey(hash: Buffer): Promise<{
    readonly keyId: string;
    readonly tenantId: string;
    readonly ipRanges: readonly string[];
    readonly isLocked?: boolean;
  } | null>;
  /** The keys of a business, newest first. */
  keysOf(tenantId: string): Promise<readonly KnownKey[]>;
  /** Records the last use of a key, at most once a minute. */
  noteUse(keyId: string, now: Date): Promise<void>;
}
