import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresUnsupported } from './binaries.ts';

/** How the server's processes are started. */
export interface RunAs {
  /** Words that stand before every command. */
  readonly prefix: readonly string[];
  /** Command prefix for initdb, which looks up its user by name. */
  readonly initdbPrefix: readonly string[];
  /** Ids to take on; absent: our own. */
  readonly ids?: { readonly uid: number; readonly gid: number };
  /** Who owns the cluster's files, seen from here; absent: us. */
  readonly filesOwner?: { readonly uid: number; readonly gid: number };
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Postgres refuses to run as root, so root takes another identity: another user, where that user can reach the folders;
 * else a user namespace, in which our own files belong to a non-root user; else another user who keeps the
 * one capability of reaching them.
 * @param folder a folder that the server must be able to enter.
 * @param existingCluster the cluster's folder, if there is one already: its owner stays its owner.
 * @throws EmbeddedPostgresUnsupported
 */
export function chooseIdentity(binaries: Binaries, folder: string, existingCluster: string | undefined): RunAs {
  const accounts = readAccounts();
  const tried: string[] = [];
  for (const candidate of candidates(accounts, existingCluster)) {
    const failure = probe(candidate, binaries, folder);
    if (failure === undefined) return candidate;
    tried.push(failure);
  }
  const reasons = [...new Set(tried)].join('; ');
  throw new EmbeddedPostgresUnsupported(
    process.getuid?.() === 0
      ? `The embedded database cannot run as root, nor as another user from ${folder} (${reasons})`
      : `The embedded database does not run here (${reasons})`,
  );
}

function candidates(accounts: readonly Account[], existingCluster: string | undefined): RunAs[] {
  const uid = process.getuid?.() ?? -1;
  const namesake = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody');
  const account = namesake ?? accounts.find((each) => each.uid !== 0);
  const namespace = account ? ['unshare', '--user', `--map-user=${account.uid}`] : undefined;
  if (uid !== 0) {
    const named = accounts.some((each) => each.uid === uid);
    return [{ prefix: [], initdbPrefix: !named && namespace && works(namespace) ? namespace : [] }];
  }
  const owner = existingCluster === undefined ? undefined : statSync(existingCluster);
  const ids =
    owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : pick(account ?? { uid: 65534, gid: 65534 });
  const options: RunAs[] = [{ prefix: [], initdbPrefix: [], ids, filesOwner: ids }];
  if (namespace) options.push({ prefix: namespace, initdbPrefix: namespace, filesOwner: { uid: 0, gid: 0 } });
  const capable = [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  options.push({ prefix: capable, initdbPrefix: capable, filesOwner: ids });
  return options;
}

function works([command, ...args]: readonly string[]): boolean {
  return spawnSync(command as string, [...args, '/bin/sh', '-c', ':'], { cwd: '/' }).status === 0;
}

const pick = ({ uid, gid }: { uid: number; gid: number }) => ({ uid, gid });

/** Undefined if the server's program runs under this identity and reaches the folder; else why not. */
function probe(runAs: RunAs, binaries: Binaries, folder: string): string | undefined {
  const script = 'test -x "$1" || { echo "cannot enter $1" >&2; exit 1; }; exec "$2" --version';
  const [command, ...args] = [...runAs.prefix, '/bin/sh', '-c', script, 'probe', folder, binaries.postgres];
  const answer = spawnSync(command as string, args, { ...runAs.ids, env: binaries.env, cwd: '/', encoding: 'utf8' });
  if (answer.status === 0) return undefined;
  return answer.error?.message ?? (answer.stderr.trim() || `${command} ended with ${answer.status ?? answer.signal}`);
}

function readAccounts(): Account[] {
  let passwd = '';
  try {
    passwd = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // A system without that file has no accounts to choose from.
  }
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && /^\d+$/.test(uid ?? '') && /^\d+$/.test(gid ?? '')
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : [];
  });
}
