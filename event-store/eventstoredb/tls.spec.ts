import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_STREAM, StoreUnavailable } from '../port.ts';
import { newEvent } from '../testing/contract/bench.ts';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../testing/event-store-db-double/double.ts';
import { openEventStoreDb } from './event-store-db.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Needs `openssl`, for a certificate. */
describe.skipIf(!hasOpenssl)('EventStoreDB with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  let double: EventStoreDbDouble;
  beforeAll(async () => {
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const tls = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
    double = await startEventStoreDbDouble({ tls });
  });
  afterAll(async () => {
    await double.close();
    rmSync(folder, { recursive: true });
  });

  it('takes the authority that is named, and sends user and password with every call', async () => {
    const url = `esdb://admin:pa%3Ass@localhost:${double.ports[0]}?tlsCAFile=${cert}`;
    const store = openEventStoreDb({ url, timing: { callMs: 30_000 } });
    await store.append('site-1', NO_STREAM, [newEvent()]);
    expect(await store.readStream('site-1')).toHaveLength(1);
    for await (const batch of store.subscribe({
      afterPosition: 0n,
      batchSize: 1,
      signal: new AbortController().signal,
    })) {
      expect(batch).toHaveLength(1);
      break;
    }
    await store.close();
    const { users, calls } = await double.seen();
    expect(users).toEqual(Array(4).fill('admin:pa:ss'));
    expect(calls).toEqual({ batchAppend: 1, append: 1, read: 3 });
  });

  it('sends nothing to a server with an unknown certificate authority', async () => {
    const { users } = await double.seen();
    const url = `esdb://admin:secret@localhost:${double.ports[0]}`;
    const store = openEventStoreDb({ url, timing: { reachMs: 100 } });
    await expect(store.append('site-1', NO_STREAM, [newEvent()])).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
    expect((await double.seen()).users).toEqual(users);
  });

  it('takes the address, the authority and the certificate that deploy/make-secrets.sh writes for containers', async () => {
    const script = join(folder, 'deploy/make-secrets.sh');
    cpSync(fileURLToPath(new URL('../../deploy/make-secrets.sh', import.meta.url)), script);
    execFileSync('sh', [script], { stdio: 'ignore' });
    const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
    const tls = { cert: secret('event-store-certificate'), key: secret('event-store-key') };
    const server = await startEventStoreDbDouble({ tls });
    const url = secret('event-store-url')
      .replace('@eventstore:2113', `@localhost:${server.ports[0]}`)
      .replace('/run/secrets/', `${join(folder, 'secrets')}/`);
    const store = openEventStoreDb({ url, timing: { callMs: 30_000 } });
    await store.append('site-1', NO_STREAM, [newEvent()]);
    await store.close();
    const { users } = await server.seen();
    await server.close();
    expect(new Set(users)).toEqual(new Set([`admin:${secret('event-store-password')}`]));
  });
});
