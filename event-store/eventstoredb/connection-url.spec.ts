import { describe, expect, it } from 'vitest';
import { parseConnectionUrl } from './connection-url.ts';
import { openEventStoreDb } from './event-store-db.ts';

describe('the address of an EventStoreDB', () => {
  it('names hosts, a user and how to reach them', () => {
    expect(
      parseConnectionUrl('esdb://admin:a%40b:c@one:2114,two.example?keepAliveInterval=-1&node_preference=Follower'),
    ).toEqual({
      hosts: [
        { address: 'one', port: 2114 },
        { address: 'two.example', port: 2113 },
      ],
      discover: false,
      tls: true,
      credentials: { username: 'admin', password: 'a@b:c' },
      certificates: {},
      nodePreference: 'follower',
      options: { keepAliveInterval: -1 },
      connectionName: undefined,
    });
    expect(parseConnectionUrl('esdb+discover://cluster/?tls=false')).toMatchObject({ discover: true, tls: false });
    expect(parseConnectionUrl('kurrentdb://[::1]:2113')).toMatchObject({ hosts: [{ address: '[::1]', port: 2113 }] });
  });

  it.each([
    ['http://u:secret@host', /neither esdb/],
    ['u:secret@host', /is not esdb/],
    ['esdb://u:secret@', /is not esdb/],
    ['esdb://u:secret@host:port', /host that is none/],
    ['esdb://secret@host', /user without a password/],
    ['esdb://u:secret%@host', /write %25/],
    ['esdb://u:secret@host?tlsVerifyCert=false', /tlsCAFile/],
    ['esdb://u:secret@host?throwOnAppendFailure=false', /conflicts would be lost/],
    ['esdb://u:secret@host?tls=no', /neither true nor false/],
    ['esdb://u:secret@host?keepAliveInterval=soon', /no number/],
    ['esdb://u:secret@host?tlsCAFile=/nowhere/ca.pem', /cannot be read \(ENOENT\)/],
    ['esdb://u:secret@host?defaultDeadline=5', /time-out already/],
    ['esdb://u:secret@host?colour=red', /"colour", which is not known/],
  ])('is refused with what is wrong in it, and without its password: %s', (url, why) => {
    expect(() => parseConnectionUrl(url)).toThrow(why);
    expect(() => parseConnectionUrl(url)).not.toThrow(/secret/);
  });

  it('has a password that appears nowhere, although it does not reach the server', async () => {
    const told: string[] = [];
    const logger = { info: (text: string) => told.push(text), warn: (text: string) => told.push(text) };
    const url = 'esdb://admin:secret@127.0.0.1:1?tls=false';
    const store = openEventStoreDb({ url, logger, timing: { reachMs: 50 } });
    const error = await store.head().catch((reason: unknown) => reason);
    expect(told).toEqual(['event store: user and password are not sent over a connection without TLS']);
    expect(JSON.stringify([String(error), error, (error as Error).cause])).not.toContain('secret');
    await store.close();
  });
});
