import { gzipSync } from 'node:zlib';
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
type Draft = any;
/** As the file has it; a draft of another form stays as it is. */
const textOf = (value: Draft) => canonicalJson(Array.isArray(value?.events) ? packed(value) : value);
export const bytesOf = (value: Draft) => Buffer.from(textOf(value));
const draftOf = (statement: Statement): Draft => JSON.parse(JSON.stringify(statement));

/** By its bytes: what an outsider writes into the file. */
const text =
  (change: (file: string) => string, of: 'second' | 'own' = 'second') =>
  (genuine: Genuine): Case => ({ ...{ file: Buffer.from(change(textOf(genuine[of]))), key: genuine.key.publicKey } });

const changed = (statement: Statement, change: (draft: Draft) => unknown) => {
  const draft = draftOf(statement);
  change(draft);
  return draft;
};

/** By its values, without the key. */
const outside =
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
const inside =
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
const inFile =
  (change: (file: Draft) => unknown, of: 'second' | 'own' = 'second') =>
  (genuine: Genuine): Case => {
    const file = packed(draftOf(genuine[of]) as Statement);
    change(file);
    return { file: bytesOf(resealedFile(file, genuine.key)), key: genuine.key.publicKey };
  };
const columnOf = (file: Draft, form: string, group = 0) =>
  file.events.groups[group].columns.find((column: Draft) => form in column);

/** The second statement with the first one as its predecessor, one of them changed and sealed again. */
const joined =
  (change: (second: Draft, first: Draft, genuine: Genuine) => unknown) =>
  (genuine: Genuine): Case => {
    const [second, first] = [draftOf(genuine.second), draftOf(genuine.first)];
    change(second, first, genuine);
    const [file, predecessor] = [second, first].map((draft) => bytesOf(resealed(draft, genuine.key)));
    return { file: file as Buffer, predecessor: predecessor as Buffer, key: genuine.key.publicKey };
  };

const eventOf = (draft: Draft, type: string) => draft.events.find(({ event }: Draft) => event.type === type);
const swap = (list: Draft[], n = 0) => ([list[n], list[n + 1]] = [list[n + 1], list[n]]);
const total = (draft: Draft, values: object) => Object.assign(draft.totals[0], values);
const SWAPPED = /("format":"[^"]*"),("from":"[^"]*")/;

export const FORGED: readonly (readonly [name: string, code: string, forge: (genuine: Genuine) => Case])[] = [
  ['totals twice', 'duplicate-key', text((t) => t.replace('"totals":', '"totals":[],"totals":'))],
  ['the end twice, once escaped', 'duplicate-key', text((t) => t.replace('"to":"', '"\\u0074o":"x",$&'))],
  ['other order of names', 'canonical', text((t) => t.replace(SWAPPED, '$2,$1'))],
  ['a letter escaped', 'canonical', text((t) => t.replace('"kind":"site"', '"kind":"\\u0073ite"'))],
  ['two line feeds at its end', 'canonical', text((t) => `${t}\n\n`)],
  ['a number with a fraction', 'number', text((t) => t.replace('"version":7', '"version":7.0'))],
  ['a rounded number', 'number', text((t) => t.replace(/"steps":\[\d+/, '"steps":[9007199254740993'))],
  ['a negative nothing', 'number', text((t) => t.replace(/"steps":\[\d+/, '"steps":[-0'))],
  ['a lone surrogate', 'text', text((t) => t.replace('"kind":"site"', '"kind":"\\ud800"'))],
  ['a byte order mark', 'json', text((t) => `\ufeff${t}`)],
  ['a further object', 'json', text((t) => `${t}{}`)],
  ['no number', 'json', text((t) => t.replace('"version":7', '"version":NaN'))],
  [
    'bytes that are not UTF-8',
    'json',
    ({ second, key }) => ({
      file: Buffer.from(textOf(second).replace('site', 'sit\u00e9'), 'latin1'),
      key: key.publicKey,
    }),
  ],
  [
    'bytes behind the compressed file',
    'json',
    ({ second, key }) => ({
      file: Buffer.concat([gzipSync(textOf(second)), Buffer.from('paid')]),
      key: key.publicKey,
    }),
  ],
  ['a note', 'field', outside((s) => (s.note = 'Paid in full'))],
  ['an approval in a total', 'field', outside((s) => (s.totals[0].approved = true))],
  ['a field in the head', 'field', outside((s) => (s.head.witness = 'x'))],
  ['a field beside the data of an event', 'field', outside((s) => (s.events[0].event.note = 'x'))],
  ['a field in a part', 'field', outside((s) => (s.events[0].parts[0].name = 'whole'), 'own')],
  ['a site of a list', 'field', outside((s) => (s.about = [s.about]))],
  ['no mark of its end', 'field', outside((s) => delete s.until)],
  ['a position as a number', 'field', outside((s) => (s.until = 12))],
  ['another kind', 'field', outside((s) => (s.about.kind = 'tenant'))],
  ['an event in parts in a statement of a site', 'field', outside((s, g) => (s.events[0] = g.own.events[0]))],
  ['a column that no event has', 'field', inFile((f) => f.events.groups[0].columns.push({ same: 'Paid in full' }))],
  ['a group without events', 'field', inFile((f) => f.events.groups.push(f.events.groups[0]))],
  ['a group that is not there', 'field', inFile((f) => (f.events.of[0] = 99))],
  ['a column of two forms', 'field', inFile((f) => (columnOf(f, 'same').list = []))],
  ['a column of another form', 'field', inFile((f) => (f.events.groups[0].columns[0] = { text: 'x' }))],
  ['a column of too few values', 'field', inFile((f) => (f.events.groups[0].columns[0] = { steps: [] }))],
  ['an object in a column', 'field', inFile((f) => (columnOf(f, 'same').same = { note: 'x' }))],
  [
    'a value that no event has',
    'field',
    inFile((f) => (f.events.groups[0].columns[0] = { at: f.events.of.map(() => 0), values: { list: [1, 'note'] } })),
  ],
  ['an outline of text', 'field', inFile((f) => (f.events.groups[0].outline.note = 'x'))],
  ['an outline of an unknown column', 'field', inFile((f) => (f.events.groups[0].outline.note = 9_999))],
  ['a time before 1970', 'field', inFile((f) => (f.events.groups[0].columns[0] = { times: [-1] }))],
  [
    'an id that derives from itself',
    'field',
    inFile((f) => f.events.groups[0].columns.push({ derived: [f.events.groups[0].columns.length] })),
  ],
  ['a field beside columns', 'field', inFile((f) => (f.events.note = 'x'))],
  ['a version as text', 'version', outside((s) => (s.version = '7'))],
  ['a version of later', 'version', outside((s) => (s.version = 8))],
  ['another format', 'version', outside((s) => (s.format = 'perktree-backup'))],
  [
    'an event’s id in capitals',
    'spelling',
    outside((s) => (s.events[0].event.eventId = 'ABCDEF00-0000-4000-8000-000000000000')),
  ],
  ['a proof with half a hash', 'spelling', text((t) => t.replace(/"proof":"/, '$&AAAA'))],
  ['a proof with other letters', 'spelling', text((t) => t.replace(/"proof":"../, '"proof":"-_'))],
  ['an amount with one decimal', 'spelling', outside((s) => total(s, { opening: '2.0' }))],
  ['an amount of minus nothing', 'spelling', outside((s) => total(s, { opening: '-0.00' }))],
  ['a time with an offset', 'spelling', outside((s) => (s.from = '2026-03-16T01:00:00.000+01:00'))],
  ['a seal without padding', 'spelling', outside((s) => (s.seal = s.seal.replaceAll('=', '')))],
  ['a signature with other last bits', 'spelling', outside((s) => (s.head.signature = `${'A'.repeat(85)}B==`))],
  ['an opening balance', 'seal', outside((s) => total(s, { opening: '58.45' }))],
  ['no mark of a period that runs', 'seal', (g) => outside((s) => Object.assign(s, g.running, { until: null }))(g)],
  ['fewer limits', 'limits', outside((s) => s.doesNotProve.pop())],
  [
    'another key, everything signed again',
    'key',
    ({ second, key, stranger }) => ({
      file: bytesOf(resealed({ ...second, publicKey: stranger.publicKey }, stranger)),
      key: key.publicKey,
    }),
  ],
  ['the name of another key', 'key', inside((s, g) => (s.head.keyId = g.stranger.keyId))],
  ['a given key of a stranger', 'key', ({ second, stranger }) => ({ file: bytesOf(second), key: stranger.publicKey })],
  ['a given key that cannot be read', 'key', ({ second }) => ({ file: bytesOf(second), key: 'what?' })],
  ['a head of more events', 'head-signature', inside((s) => (s.head.events += 1))],
  ['the signature of another head', 'head-signature', inside((s, g) => (s.head.signature = g.foreign.head.signature))],
  ['a foreign head', 'proof', inside((s, g) => (s.head = g.foreign.head))],
  ['an amount in an event', 'proof', inside((s) => (eventOf(s, 'PayoutPaid').event.data.amount = '1.00'))],
  ['a sale amount', 'money', inside((s) => (eventOf(s, 'BenefitRedeemed').event.data.saleAmount = '99.00'))],
  [
    'what is taken back',
    'money',
    inside((s) => (eventOf(s, 'RedemptionReversed').event.data.shares[0].amount = '-0.01')),
  ],
  ['an unknown rule', 'money', inside((s) => (eventOf(s, 'BenefitRedeemed').event.data.ruleVersion = 9))],
  [
    'a share in parts',
    'money',
    inside((s) => (s.events[0].parts.find((p: Draft) => p.name === 'share 0').value.amount = '9.00'), 'own'),
  ],
  ['another number', 'proof', inside((s) => (s.events[0].number -= 1))],
  [
    'numbers that changed places',
    'proof',
    inside((s) => ([s.events[0].event, s.events[1].event] = [s.events[1].event, s.events[0].event])),
  ],
  ['events that changed places', 'order', inside((s) => swap(s.events))],
  ['an event twice', 'order', inside((s) => s.events.push(s.events.at(-1)))],
  ['a number behind the head', 'order', inside((s) => (s.events.at(-1).number = s.head.events + 1))],
  ['a proof without its last hash', 'proof', inside((s) => s.proof.pop())],
  ['a proof of nothing', 'proof', inside((s) => (s.proof = []))],
  ['an event left out', 'proof', inside((s) => s.events.pop())],
  ['another hidden part', 'proof', inside((s) => (s.events[0].parts[0].hidden = 'ab'.repeat(32)), 'own')],
  ['terms in the place of a share', 'part', inside((s) => (s.events[0].parts[1].name = 'share 0'), 'own')],
  [
    'the share of another',
    'about',
    inside((s) => (s.events[0].parts.find((p: Draft) => p.name === 'share 0').value.ownerId = 'eve'), 'own'),
  ],
  [
    'an event of another site',
    'about',
    inside((s) => (s.events[0].event.data.siteId = '00000000-0000-4000-8000-000000000000')),
  ],
  ['a sum', 'total', inside((s) => total(s, { sum: '5.00' }))],
  ['a closing balance', 'total', inside((s) => total(s, { closing: '5.00' }))],
  ['a total left out', 'total', inside((s) => s.totals.pop())],
  ['totals that changed places', 'total', inside((s) => swap(s.totals))],
  ['a period of the future', 'future', inside((s) => (s.to = '2029-01-01T00:00:00.000Z'))],
  ['another last position', 'until', inside((s) => (s.until = '4'))],
  ['a period that ends before its events', 'period', inside((s) => (s.to = '2026-03-15T00:00:00.001Z'))],
  ['a period that ends before it begins', 'period', inside((s) => (s.to = '2026-01-01T00:00:00.000Z'))],
  ['other limits', 'limits', inside((s) => (s.doesNotProve[0] = 'Nothing.'))],
  ['an event moved within the period', 'clocks', inside((s) => (s.events.at(-1).at = '2026-09-30T23:59:59.000Z'))],
  ['an event before its own clock', 'time', inside((s) => (s.events.at(-1).at = s.events[0].at))],
  [
    'a moved event that did not move',
    'clocks',
    inside((s) => s.clocks.moved.push({ number: 1, at: s.from, recordedAt: s.from })),
  ],
  ['a larger bound', 'clocks', inside((s) => (s.clocks.boundSeconds = 86_400))],
  ['another reference', 'text', inside((s) => (s.texts[0].text = 'transfer 9'))],
  ['a reference of another event', 'text', inside((s) => (s.texts[0].number = s.events[0].number))],
  ['a reference twice', 'text', inside((s) => s.texts.push(s.texts[0]))],
  [
    'an opening that is no closing',
    'predecessor',
    joined((s, f) => Object.assign(f.totals[0], { opening: '5.00', closing: '7.00' }) && s),
  ],
  ['another predecessor', 'predecessor', joined((_, f) => (f.createdAt = '2026-10-31T00:00:00.000Z'))],
  ['a predecessor that is not final', 'predecessor', joined((_, f) => (f.until = f.head.position))],
  ['days between two statements', 'predecessor', joined((s) => (s.from = '2026-03-16T12:00:00.000Z'))],
  [
    'itself as its predecessor',
    'predecessor',
    ({ second, key }) => ({ file: bytesOf(second), predecessor: bytesOf(second), key: key.publicKey }),
  ],
  [
    'a forged predecessor',
    'predecessor',
    ({ first, second, key }) => ({
      file: bytesOf(second),
      predecessor: bytesOf({ ...first, note: 'x' }),
      key: key.publicKey,
    }),
  ],
];

/** What no reader of the file alone can know: `doesNotProve` says so, and no verifier says that all is right. */
export const UNKNOWABLE: readonly (readonly [name: string, limit: RegExp, forge: (genuine: Genuine) => Case])[] = [
  [
    'an opening balance, without the predecessor',
    /opening balance/,
    inside((s) => {
      const [row] = s.totals;
      const [opening, closing] = [Number(row.opening) - 100, Number(row.closing) - 100];
      total(s, { opening: opening.toFixed(2), closing: closing.toFixed(2) });
    }),
  ],
  ['the date of the file', /operator/, inside((s) => (s.createdAt = '2026-12-31T00:00:00.000Z'))],
  [
    'an event at another time within the bound',
    /clock/,
    inside((s) => {
      const last = s.events.at(-1);
      last.at = new Date(Date.parse(last.at) + 60_000).toISOString();
    }),
  ],
  [
    'an event that is listed as moved',
    /listed/,
    inside((s) => {
      const { number, event, ...last } = s.events.at(-1);
      Object.assign(s.events.at(-1), { at: '2026-09-30T23:59:59.000Z' });
      s.clocks.moved = [{ number, at: '2026-09-30T23:59:59.000Z', recordedAt: event.metadata.recordedAt ?? last.at }];
    }),
  ],
];
