import { readFileSync } from 'node:fs';

/** A parsed EVENT_STORE_URL. */
export interface ConnectionSettings {
  readonly hosts: readonly { readonly address: string; readonly port: number }[];
  /** The only host is the DNS name of a whole cluster. */
  readonly discover: boolean;
  readonly tls: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly certificates: { readonly root?: Buffer; readonly user?: { readonly cert: Buffer; readonly key: Buffer } };
  readonly nodePreference: 'leader' | 'follower' | 'random' | 'read_only_replica';
  readonly options: Partial<Record<NumericOption, number>>;
  readonly connectionName: string | undefined;
}

const NUMERIC = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
] as const;
type NumericOption = (typeof NUMERIC)[number];

const DEFAULT_PORT = 2113;
const PREFERENCES = { leader: 'leader', follower: 'follower', random: 'random', readonlyreplica: 'read_only_replica' };

/** The address is not valid. The message never repeats the address, because it holds a password. */
export class InvalidEventStoreUrl extends Error {
  override readonly name = 'InvalidEventStoreUrl';
}

/**
 * Reads `esdb://user:password@host:port?tls=true`, several hosts separated by commas, or `esdb+discover://` for a name in
 * the DNS. The client's own parser is not used: its errors and its trace repeat the password, it rejects a colon in the
 * password, and it does not refuse unknown options.
 * @throws InvalidEventStoreUrl
 */
export function parseConnectionUrl(url: string): ConnectionSettings {
  const [, scheme, credentials, hosts, query] =
    /^([a-z+]+):\/\/(?:(.*)@)?([^/?@]+)\/?(?:\?(.*))?$/i.exec(url.trim()) ?? refuse('is not esdb://host:port?options');
  const discover = /^(esdb|kurrentdb)\+discover$/i.test(scheme ?? '');
  if (!discover && !/^(esdb|kurrentdb)$/i.test(scheme ?? ''))
    refuse('begins with neither esdb:// nor esdb+discover://');
  const options = readOptions(query ?? '');
  const tls = options.get('tls') !== 'false';
  return {
    hosts: (hosts ?? '').split(',').map(parseHost),
    discover,
    tls,
    credentials: credentials === undefined ? undefined : parseCredentials(credentials),
    certificates: tls ? readCertificates(options) : {},
    nodePreference: parsePreference(options.get('nodepreference')),
    options: Object.fromEntries(
      NUMERIC.flatMap((name) => {
        const value = options.get(name.toLowerCase());
        if (value === undefined) return [];
        return [[name, /^-?\d{1,9}$/.test(value) ? Number(value) : refuse(`has a ${name} that is no number`)]];
      }),
    ),
    connectionName: options.get('connectionname'),
  };
}

function refuse(what: string): never {
  throw new InvalidEventStoreUrl(`The address of the event store ${what}`);
}

function parseHost(host: string): { address: string; port: number } {
  const [, address, port] =
    /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host) ?? refuse('has a host that is none');
  return { address: address ?? '', port: port === undefined ? DEFAULT_PORT : Number(port) };
}

function parseCredentials(text: string): { username: string; password: string } {
  const [, username, password] = /^([^:]+):(.+)$/.exec(text) ?? refuse('has a user without a password');
  try {
    return { username: decodeURIComponent(username ?? ''), password: decodeURIComponent(password ?? '') };
  } catch {
    return refuse('has a % in its user or password that stands for nothing: write %25');
  }
}

const KNOWN = new Set(
  ['tls', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'nodePreference', 'connectionName', ...NUMERIC].map((name) =>
    name.toLowerCase(),
  ),
);

function readOptions(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [rawName, value] of new URLSearchParams(query)) {
    const name = rawName.toLowerCase().replace(/[_-]/g, '');
    if (name === 'tlsverifycert') {
      if (value === 'true') continue;
      refuse('has tlsVerifyCert=false, which this client cannot do: name the authority with tlsCAFile');
    }
    if (name === 'throwonappendfailure') {
      if (value === 'true') continue;
      refuse('has throwOnAppendFailure=false, with which conflicts would be lost');
    }
    if (name === 'defaultdeadline') refuse('has a defaultDeadline: every call has its time-out already');
    if (!KNOWN.has(name)) refuse(`has the option ${JSON.stringify(rawName.slice(0, 40))}, which is not known`);
    options.set(name, value);
  }
  if (!['true', 'false', undefined].includes(options.get('tls'))) refuse('has tls neither true nor false');
  return options;
}

function readCertificates(options: ReadonlyMap<string, string>): ConnectionSettings['certificates'] {
  const [root, cert, key] = ['tlscafile', 'usercertfile', 'userkeyfile'].map((name) => {
    const file = options.get(name);
    if (file === undefined) return undefined;
    try {
      return readFileSync(file);
    } catch (error) {
      return refuse(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code}): ${file}`);
    }
  });
  if ((cert === undefined) !== (key === undefined)) refuse('needs userCertFile and userKeyFile together');
  return { ...(root ? { root } : {}), ...(cert && key ? { user: { cert, key } } : {}) };
}

function parsePreference(value: string | undefined): ConnectionSettings['nodePreference'] {
  const known = Object.entries(PREFERENCES).find(
    ([name]) => name === (value ?? 'leader').toLowerCase().replace(/[_-]/g, ''),
  );
  return (known?.[1] ?? refuse('has a nodePreference that is not known')) as ConnectionSettings['nodePreference'];
}
