import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project.mjs';

/** The oldest version that the product supports, and the long-term one of the image and the documents. */
const SUPPORTED = ['20.19', '24'];

/** What depends on the version: the built product from its start to its stop, the image's files, native packages, time and text. */
export const ON_OTHER_NODE = [
  'verification/e2e/start',
  'verification/e2e/image',
  'verification/e2e/readme',
  'apps/standalone',
  'apps/cli',
  'contracts/',
  'identity/',
  'platform/',
  'event-store/',
];

/** The supported version of Node that does not run this process. */
export const otherVersion = () =>
  SUPPORTED.find((version) => version.split('.')[0] !== process.versions.node.split('.')[0]);

/**
 * Brings a version of Node by npm, which has its binaries as packages.
 * @returns `{node}`, its path, or `{why}` it cannot be had
 */
export function bringNode(version) {
  const folder = join(root, '.cache', `node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', [...args, `${name}@${version}`], { cwd: root, encoding: 'utf8' });
  if (status !== 0) return { why: stderr.trim().split('\n', 1)[0] };
  return { node: join(folder, 'node_modules', name, 'bin/node') };
}
