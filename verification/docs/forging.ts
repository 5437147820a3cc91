import type { SigningKey } from '@perktree/audit-service/chain/signing-key';
import { fingerprintOf, packed, sealed, sealOf } from '@perktree/audit-service/statement/seal';
import type { Statement } from '@perktree/audit-service/statement/statement';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';

/** A file, the key that the reader has, and the file of its predecessor. */
export interface Case {
  readonly file: Uint8Array;
  readonly key: string;
  readonly predecessor?: Uint8Array;
}

/** Genuine statements, and what a forger may have. */
export interface Genuine {
  /** Of a site; the first one ends where the second one begins. */
  readonly first: Statement;
  readonly second: Statement;
  /** The period of the second, which is not over. */
  readonly running: Statement;
  /** Of a distributor. */
  readonly own: Statement;
  /** Of another store, by the same key. */
  readonly foreign: Statement;
  readonly key: SigningKey;
  readonly stranger: SigningKey;
}

// biome-ignore lint/suspicious/noExplicitAny: a forged file may hold anything
export type Draft = any;
/** As the file has it; a draft of another form stays as it is. */
export const textOf = (value: Draft) => canonicalJson(Array.isArray(value?.events) ? packed(value) : value);
export const bytesOf = (value: Draft) => Buffer.from(textOf(value));
const draftOf = (statement: Statement): Draft => JSON.parse(JSON.stringify(statement));

/** By its bytes: what an outsider writes into the file. */
export const text =
  (change: (file: string) => string, of: 'second' | 'own' = 'second') =>
  (genuine: Genuine): Case => ({ ...{ file: Buffer.from(change(textOf(genuine[of]))), key: genuine.key.publicKey } });

const changed = (statement: Statement, change: (draft: Draft) => unknown) => {
  const draft = draftOf(statement);
  change(draft);
  return draft;
};

/** By its values, without the key. */
export const outside =
  (change: (draft: Draft, genuine: Genuine) => unknown, of: 'second' | 'own' = 'second') =>
  (genuine: Genuine): Case => ({
    file: bytesOf(changed(genuine[of], (draft) => change(draft, genuine))),
    key: genuine.key.publicKey,
  });

export const resealed = (statement: Draft, key: SigningKey) => {
  const { seal: _, ...unsealed } = statement;
  return sealed(unsealed, key).statement;
};

/** By its values, sealed again: what an operator with the key writes. */
export const inside =
  (change: (draft: Draft, genuine: Genuine) => unknown, of: 'second' | 'own' = 'second') =>
  (genuine: Genuine): Case => ({
    file: bytesOf(
      resealed(
        changed(genuine[of], (draft) => change(draft, genuine)),
        genuine.key,
      ),
    ),
    key: genuine.key.publicKey,
  });

export const resealedFile = (file: Draft, key: SigningKey) => ({ ...file, seal: sealOf(fingerprintOf(file), key) });

/** By the columns of its file, sealed again. */
export const inFile =
  (change: (file: Draft) => unknown, of: 'second' | 'own' = 'second') =>
  (genuine: Genuine): Case => {
    const file = packed(draftOf(genuine[of]) as Statement);
    change(file);
    return { file: bytesOf(resealedFile(file, genuine.key)), key: genuine.key.publicKey };
  };
export const columnOf = (file: Draft, form: string, group = 0) =>
  file.events.groups[group].columns.find((column: Draft) => form in column);

/** The second statement with the first one as its predecessor, one of them changed and sealed again. */
export const joined =
  (change: (second: Draft, first: Draft, genuine: Genuine) => unknown) =>
  (genuine: Genuine): Case => {
    const [second, first] = [draftOf(genuine.second), draftOf(genuine.first)];
    change(second, first, genuine);
    const [file, predecessor] = [second, first].map((draft) => bytesOf(resealed(draft, genuine.key)));
    return { file: file as Buffer, predecessor: predecessor as Buffer, key: genuine.key.publicKey };
  };

export const eventOf = (draft: Draft, type: string) => draft.events.find(({ event }: Draft) => event.type === type);
/** Of an event in parts. */
export const termsOf = (draft: Draft, type: string) =>
  draft.events.flatMap(({ parts }: Draft) => parts[1]).find(({ value }: Draft) => value.type === type).value;
export const swap = (list: Draft[], n = 0) => ([list[n], list[n + 1]] = [list[n + 1], list[n]]);
export const total = (draft: Draft, values: object) => Object.assign(draft.totals[0], values);
