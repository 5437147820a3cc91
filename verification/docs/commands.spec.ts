import { createProgram } from '@perktree/apps/cli/program';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { describe, expect, it } from 'vitest';
import { files, read } from './repository.ts';

/** Lines of a page's blocks that run a script of the product, without comments and redirections. */
const commands = files('*.md').flatMap((page) =>
  [...read(page).matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```/gm)]
    .filter(([, language]) => language === '' || language === 'sh')
    .flatMap(([, , block = '']) => block.split('\n'))
    .map((line) => /\bnpm (?:run (?:--silent )?[\w:-]+|test|start)[^#>|]*/.exec(line)?.[0].trim())
    .filter((command) => command !== undefined)
    .map((command) => ({ page, command })),
);
const AN_ID = '7b1e2a54-5c0e-4a53-9d5b-2f1f0d8f1c11';
/** Splits a command as a shell does. Variables that name a site or a distributor stand for an id. */
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
  return [...files('*.spec.*'), ...created].filter((file) => wordsOf(filter).some((word) => file.includes(word)));
}

it('the calls that the documents name exist', () => {
  const all = Object.values(allCalls).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const named = files('docs/how-to/*.md').flatMap((page) =>
    [...read(page).matchAll(/`(GET|POST) (\/api\/(?!docs)[^`?]+)`/g)].map(([, method, path]) => `${method} ${path}`),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((call) => !all.includes(call))).toEqual([]);
});
