import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { haproxyPath } from '@perktree/apps/services/gateway/haproxy';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processes } from './killed/processes.ts';
import { Person } from './support/person.ts';
import { removeData, SERVICES_PROGRAM, spawnProduct } from './support/product.ts';
import { subscribe } from './support/shop.ts';

const UNDER_WAY = 20;

const SETTINGS = {
  TZ: 'Asia/Tokyo',
  NODE_EXTRA_CA_CERTS: '/etc/hostname',
  PROJECTOR_PARTITIONS: '3',
};

/** The services as processes, in a process group of their supervisor. */
function start(env: Record<string, string> = {}) {
  const services = spawnProduct({ program: SERVICES_PROGRAM, detached: true, env });
  const { output } = services;
  return {
    ...services,
    async stop() {
      services.signal('SIGTERM');
      await services.ended;
      removeData(services);
    },
    /** Process ids by the instance's name, such as `command-service 2`. */
    pidOf: (name: string) => Number(processes({ output }).get(name)?.pid),
    isReady: (name: string) => processes({ output }).get(name)?.isReady ?? false,
    /** A metric of the gateway, summed over the series that have this label. */
    async gatewayMetric(name: string, label: string): Promise<number> {
      const environment = read(Number(processes({ output }).get('gateway')?.pid), 'environ').split('\0');
      const inside = environment.find((setting) => setting.startsWith('LISTEN_INSIDE='))?.split('=')[1];
      const text = await (await fetch(`http://${inside}/metrics`)).text();
      const values = text.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(label));
      return values.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    url: async () => String(await services.address()),
  };
}

/** For one test. */
function startOnce(env: Record<string, string> = {}) {
  const services = start(env);
  onTestFinished(() => services.stop());
  return services;
}

/** Processes that use a data folder. */
function processesOf(dataDir: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && ['cmdline', 'environ'].some((file) => read(pid, file).includes(dataDir));
    } catch {
      return false;
    }
  });
}
const read = (pid: string | number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

const register = (url: string, n: number) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ email: `person-${n}@example.test`, password: 'correct horse battery', firstName: 'Ann', intent: 'customer' },
    }),
  }).then(
    ({ status }) => status,
    () => 0,
  );

/** Registrations that have reached a command service. */
async function registrationsUnderWay(services: ReturnType<typeof start>): Promise<{ answers: Promise<number[]> }> {
  const url = await services.url();
  const sent = () => services.gatewayMetric('haproxy_backend_sessions_total', 'proxy="commands"');
  const before = await sent();
  const answers = Promise.all(Array.from({ length: UNDER_WAY }, (_, n) => register(url, n)));
  await expect.poll(sent).toBeGreaterThanOrEqual(before + UNDER_WAY);
  return { answers };
}

// Skipped without HAProxy (`apt-get install haproxy`).
describe.skipIf(haproxyPath() === null)('npm run services', () => {
  it('answers every request under way after SIGTERM to its process group, twice', async () => {
    const services = startOnce();
    const { answers } = await registrationsUnderWay(services);
    process.kill(-services.pid, 'SIGTERM');
    await sleep(300);
    process.kill(-services.pid, 'SIGTERM');
    expect(await answers).toEqual(Array(UNDER_WAY).fill(201));
    expect(await services.ended).toBe(0);
    expect(processesOf(services.dataDir)).toEqual([]);
  });

  it.each(['gateway', 'command-service 1', 'query-service 2 +ready'])(
    'leaves no process behind after SIGTERM while it starts: %s',
    async (moment) => {
      const services = startOnce();
      const line = moment.replace(' +', ' *');
      await expect.poll(services.output, { timeout: 200_000 }).toMatch(new RegExp(line));
      process.kill(services.pid, 'SIGTERM');
      expect(await services.ended).toBe(0);
      expect(processesOf(services.dataDir)).toEqual([]);
    },
  );

  it('leaves no process behind after SIGTERM while the database starts', async () => {
    const services = startOnce();
    await expect.poll(() => processesOf(services.dataDir).length, { timeout: 200_000 }).toBeGreaterThan(1);
    process.kill(services.pid, 'SIGTERM');
    await services.ended;
    // Where the start takes longer than the stop may, the database ends with the process, a moment later.
    await expect.poll(() => processesOf(services.dataDir)).toEqual([]);
  });

  it('passes the environment on, and secrets to the services that use them alone', async () => {
    const services = startOnce(SETTINGS);
    await services.url();
    const environmentOf = (name: string) => read(services.pidOf(name), 'environ').split('\0');
    for (const name of ['command-service 1', 'query-service 2', 'projector 1', 'ui']) {
      expect(environmentOf(name)).toEqual(
        expect.arrayContaining(['TZ=Asia/Tokyo', 'NODE_EXTRA_CA_CERTS=/etc/hostname']),
      );
    }
    expect(environmentOf('projector 1')).toContain('PROJECTOR_PARTITIONS=3');
    const named = (name: string) => environmentOf(name).map((setting) => setting.split('=', 1)[0]);
    expect(named('ui')).not.toContain('SESSION_SECRET');
    expect(named('query-service 1')).not.toContain('DATABASE_URL');
  });

  it('loses no request while one process after another is restarted under load, or is frozen', async () => {
    const services = startOnce();
    const url = await services.url();
    const owner = await Person.register(url, 'owner', 'business');
    await subscribe(owner, 'ultra');
    const site = await owner.post<{ id: string }>('/api/sites', { name: 'Bakery', currency: 'EUR' });
    const qrs = `/api/sites/${site.id}/qrs`;
    await owner.get(qrs);
    const failed: string[] = [];
    const answered: number[] = [];
    let goesOn = true;
    const keepAsking = async (method: string, path: string, body?: () => object) => {
      const caller = answered.push(0) - 1;
      while (goesOn) {
        const status = await owner
          .at(url)
          .send(method, path, body?.(), { 'idempotency-key': randomUUID() })
          .then((answer) => answer.status, String);
        if (Number(status) >= 200 && Number(status) < 300) answered[caller] = (answered[caller] ?? 0) + 1;
        else failed.push(`${method} ${path}: ${status}`);
      }
    };
    const newQr = () => ({
      ...{ name: randomUUID(), type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00' },
    });
    const load = [
      ...[keepAsking('GET', qrs), keepAsking('GET', '/api/auth/user'), keepAsking('GET', '/api/me/sites')],
      ...[1, 2].map(() => keepAsking('POST', qrs, newQr)),
    ];
    const up = () => services.gatewayMetric('haproxy_server_status', 'state="UP"');
    const all = await up();
    for (const service of ['command-service', 'projector', 'query-service']) {
      for (const name of [`${service} 1`, `${service} 2`]) {
        const before = services.pidOf(name);
        process.kill(before, 'SIGTERM');
        await expect
          .poll(() => services.pidOf(name) !== before && services.isReady(name), { timeout: 200_000 })
          .toBe(true);
        // The gateway sends it requests again.
        await expect.poll(up, { timeout: 200_000 }).toBe(all);
      }
    }
    expect(failed).toEqual([]);
    expect(Math.min(...answered)).toBeGreaterThan(10);

    const before = [...answered];
    const frozen = services.pidOf('query-service 1');
    process.kill(frozen, 'SIGSTOP');
    const sinceFrozen = () => Math.min(...answered.map((count, caller) => count - (before[caller] ?? 0)));
    await expect.poll(sinceFrozen).toBeGreaterThan(10);
    process.kill(frozen, 'SIGCONT');
    goesOn = false;
    await Promise.all(load);
    expect(failed).toEqual([]);
  });
});

it.skipIf(haproxyPath() !== null)('says how to get HAProxy where it is missing', async () => {
  const services = startOnce();
  expect(await services.ended).toBe(1);
  expect(services.output()).toContain('apt-get install haproxy');
});
