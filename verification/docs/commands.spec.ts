import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '@perktree/apps/cli/program';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  ...{ cwd: ROOT, encoding: 'utf8' },
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)));

/** Lines of a page's blocks that run a script of the product, without comments and redirections. */
const commands = pages.flatMap((page) =>
  [...read(page).matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```/gm)]
    .filter(([, language]) => language === '' || language === 'sh')
    .flatMap(([, , block = '']) => block.split('\n'))
    .map((line) => /\bnpm (?:run (?:--silent )?[\w:-]+|test|start)[^#>|]*/.exec(line)?.[0].trim())
    .filter((command) => command !== undefined)
    .map((command) => ({ page, command })),
);
const AN_ID = '7b1e2a54-5c0e-4a53-9d5b-2f1f0d8f1c11';
/** Words as a shell splits them. Variables that name a site or a distributor stand for an id. */
const wordsOf = (text: string) =>
  (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '').replace(/^\$(SITE|DISTRIBUTOR)$/, AN_ID));

describe('the commands of the documents', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  it.each(commands)('$page: $command', async ({ page, command }) => {
    const [, script = '', rest = ''] = /^npm (?:run (?:--silent )?)?([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
    expect(scripts).toHaveProperty([script]);
    if (script === 'test' && rest !== '') expect(specsOf(rest, page).length).toBeGreaterThan(0);
    if (script === 'perktree') {
      const program = createProgram(async () => {}).configureOutput({ writeOut: () => {} });
      const ended = await program.parseAsync(wordsOf(rest), { from: 'user' }).then(
        () => 0,
        (error: { exitCode?: number }) => error.exitCode,
      );
      expect(ended).toBe(0);
    }
  });
});

/** Specs that vitest runs for a filter: those whose path contains it, also if the page creates them. */
function specsOf(filter: string, page: string): readonly string[] {
  const created = [...read(page).matchAll(/^```\w+ (\S+\.spec\.\w+)$/gm)].map(([, file = '']) => file);
  const existing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.spec.*'], {
    ...{ cwd: ROOT, encoding: 'utf8' },
  }).split('\n');
  return [...existing, ...created].filter((file) => wordsOf(filter).some((word) => file.includes(word)));
}
