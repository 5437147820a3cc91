import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS } from '../../verification/planted-faults/faults.mjs';
import { root } from './project.mjs';
import { runVitest } from './run-vitest.mjs';
import { VERIFY_FILES } from './verify-parts.mjs';

const copy = join(root, '.data/planted-faults');
/** Not needed by specs, or changed by them. */
const LEFT_OUT = new Set(['.git', '.data', '.cache', 'test-results']);

const verified = new Set(Object.values(VERIFY_FILES).flat());

/**
 * Plants one fault at a time in a copy of this checkout, and runs the specs that should find it. `FAULT` selects faults by a part
 * of what they are.
 * @returns results as those of `runVitest`: a fault that no spec finds counts as failed
 */
export function plantFaults() {
  copyCheckout();
  const selected = FAULTS.filter(({ what }) => what.includes(process.env.FAULT ?? ''));
  const results = selected.map((fault) => ({ fault, isFound: isFound(fault) }));
  rmSync(copy, { recursive: true, force: true });
  for (const { fault, isFound } of results) console.log(`${isFound ? 'found    ' : 'NOT FOUND'}  ${fault.what}`);
  const missed = results.filter(({ isFound }) => !isFound).map(({ fault }) => fault);
  return {
    passed: results.length - missed.length,
    failed: missed.length,
    skipped: 0,
    failures: missed.map(({ what, file, specs }) => `  ${what} (${file}): ${specs.join(', ')} passed`),
    times: [],
  };
}

/** Installed packages are hard links, because no spec changes them; their links to workspaces lead to the copy. */
function copyCheckout() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(root)) {
    if (LEFT_OUT.has(name)) continue;
    const options = name === 'node_modules' ? ['-al'] : ['-a'];
    const { status, stderr } = spawnSync('cp', [...options, join(root, name), copy], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} cannot be copied: ${stderr}`);
  }
}

function isFound({ what, file, from, to, specs }) {
  console.log(`— ${what}`);
  const planted = join(copy, file);
  const text = readFileSync(planted, 'utf8');
  writeFileSync(
    planted,
    text.replace(from, () => to),
  );
  try {
    // With the limits of `npm test`, where it has the specs, and only until the first failure.
    const environment = specs.some((spec) => verified.has(spec)) ? { VERIFY: '1' } : {};
    const { failures } = runVitest([...specs, '--bail=1'], environment, copy);
    // A spec that is missing finds nothing.
    return failures.length > 0 && specs.every((spec) => existsSync(join(copy, spec)));
  } finally {
    writeFileSync(planted, text);
  }
}
