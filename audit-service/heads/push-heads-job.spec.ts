import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { createPoster } from '@perktree/platform/outgoing/post';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedText } from '../chain/signed-heads.ts';
import { newPrivateKey, readSigningKey } from '../chain/signing-key.ts';
import { type AuditDatabase, openAuditDatabase } from '../testing/audit-database.ts';
import { newestPushes } from './head-pushes.ts';
import { type HandHead, pushHeadsJob, toWitness } from './push-heads-job.ts';

const key = readSigningKey(newPrivateKey());
const at = (day: number, hour = 0, minute = 0) => new Date(Date.UTC(2026, 4, day, hour, minute));

let database: AuditDatabase;
let now: Date;
let logged: [level: string, facts: object, message: string][];
const logger = {
  warn: (facts: object, message: string) => logged.push(['warn', facts, message]),
  info: (facts: object, message: string) => logged.push(['info', facts, message]),
} as never;
beforeEach(async () => {
  database = await openAuditDatabase();
  logged = [];
  now = at(1);
});
afterEach(() => database.close());

/** A head over events that nothing recorded. */
async function sign(events: number, time: Date): Promise<SignedHead> {
  const hashes = { chain: 'ab'.repeat(32), root: 'cd'.repeat(32), parts: 'ef'.repeat(32) };
  const facts = { events, position: `${events}`, ...hashes, signedAt: time.toISOString() };
  const signature = key.sign(signedText(facts));
  await database.pool.query(
    `WITH known AS (INSERT INTO audit.signing_keys (key_id, public_key) VALUES ($6, $8) ON CONFLICT DO NOTHING)
     INSERT INTO audit.signed_heads (events, position, chain, root, parts, signed_at, key_id, signature)
     VALUES ($1, $1, decode($2, 'hex'), decode($3, 'hex'), decode($4, 'hex'), $5, $6, $7)`,
    [events, hashes.chain, hashes.root, hashes.parts, facts.signedAt, key.keyId, signature, key.publicKey],
  );
  return { ...facts, keyId: key.keyId, signature: signature.toString('base64') };
}
const runAt = (time: Date, receivers: Parameters<typeof pushHeadsJob>[0]['receivers']) => {
  now = time;
  return pushHeadsJob({ pool: database.pool, receivers, logger, clock: () => now }).run();
};
/** Notes the heads that it takes; fails while `fails` says so. */
function receiver(fails: () => boolean = () => false) {
  const taken: number[] = [];
  const hand: HandHead = async ({ events }) => {
    if (fails()) throw new Error('the answer has status 503');
    taken.push(events);
    return null;
  };
  return { taken, hand };
}

describe('the head of a day', () => {
  it('is the last one of the days before, and goes to each receiver once', async () => {
    const [mail, witness] = [receiver(), receiver()];
    const receivers = { mail: mail.hand, witness: witness.hand };
    await sign(10, at(1, 9));
    await runAt(at(1, 23, 50), receivers);
    expect(mail.taken).toEqual([]);
    await sign(20, at(1, 23, 55));
    await sign(30, at(2, 0, 5));
    for (const minute of [10, 20]) await runAt(at(2, 0, minute), receivers);
    expect([mail.taken, witness.taken]).toEqual([[20], [20]]);
    await runAt(at(3), receivers);
    // A day without events.
    await runAt(at(4), receivers);
    expect([mail.taken, witness.taken]).toEqual([
      [20, 30],
      [20, 30],
    ]);
  });

  it('is taken by one of two processes that run at once', async () => {
    const witness = receiver();
    await sign(10, at(1));
    await Promise.all([1, 2, 3].map(() => runAt(at(2), { witness: witness.hand })));
    expect(witness.taken).toEqual([10]);
  });

  it('is tried again, ever later, until it is taken; the log has one line for the outage, and one for its end', async () => {
    let isDown = true;
    const witness = receiver(() => isDown);
    const receivers = { witness: witness.hand };
    await sign(10, at(1));
    await runAt(at(2), receivers);
    await runAt(at(2, 0, 9), receivers);
    await runAt(at(2, 0, 10), receivers);
    expect(await newestPushes(database.pool, 9)).toMatchObject([
      { attempts: 2, error: 'the answer has status 503', nextAttemptAt: at(2, 0, 30).toISOString(), doneAt: null },
    ]);
    await sign(20, at(2, 5));
    await runAt(at(3), receivers);
    expect(logged.map(([level]) => level)).toEqual(['warn']);
    isDown = false;
    await runAt(at(4), receivers);
    expect(witness.taken).toEqual([10, 20]);
    expect(logged.map(([level, , message]) => [level, message])).toEqual([
      ['warn', 'cannot push a signed head; trying again'],
      ['info', 'a signed head was pushed after failures'],
      ['info', 'a signed head was pushed after failures'],
    ]);
    expect(await newestPushes(database.pool, 9)).toMatchObject([
      { events: 20, doneAt: at(4).toISOString(), error: null, nextAttemptAt: null },
      { events: 10, doneAt: at(4).toISOString(), error: null },
    ]);
  });

  it('does not wait for a receiver that fails', async () => {
    const [mail, witness] = [receiver(), receiver(() => true)];
    await sign(10, at(1));
    await runAt(at(2), { witness: witness.hand, mail: mail.hand });
    expect(mail.taken).toEqual([10]);
  });
});

describe('a witness', () => {
  let server: Server;
  let answer = 200;
  let received: { headers: IncomingMessage['headers']; body: string }[];
  beforeEach(async () => {
    received = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(answer).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`;
  const hand = async (allowPrivate: boolean) => {
    const poster = createPoster({ allowPrivate, allowHttp: true, answerBytes: 100 });
    const head = await sign(10, at(1));
    return { head, done: toWitness(poster.post, url())(head).finally(poster.close) };
  };

  it('gets the head as JSON, with a key by which it knows a repeated one', async () => {
    answer = 204;
    const { head, done } = await hand(true);
    await done;
    expect(received).toMatchObject([
      { headers: { 'content-type': 'application/json', 'idempotency-key': `perktree-head-10-${key.keyId}` } },
    ]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(head);
  });

  it('that answers another status than 2xx has not taken it', async () => {
    answer = 302;
    await expect((await hand(true)).done).rejects.toThrow('the answer has status 302');
  });

  it('at an address that is not public gets nothing, unless the setting allows it', async () => {
    await expect((await hand(false)).done).rejects.toThrow('127.0.0.1 is not public');
    expect(received).toEqual([]);
  });
});
