import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const page = read('docs/how-to/operate.md');
const metricsPage = read('docs/reference/metrics.md');
const METRIC = /perktree_(?!session|visitor|admin|reader)[a-z_]+/g;

/** Names of metrics in the code that registers them. */
function registered(): string[] {
  const files = ['apps/parts', 'platform/metrics'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$/.test(entry.name))
      .map((entry) => `${folder}/${entry.name}`),
  );
  const names = files.flatMap((file) => read(file).match(/(?:counter|gauge|histogram)\(\s*'(perktree_\w+)'/g) ?? []);
  return [...new Set(names.flatMap((text) => text.match(METRIC) ?? []))];
}

/** Those that a query names, without the suffixes of a histogram's parts. */
const named = (text: string) => [
  ...new Set((text.match(METRIC) ?? []).map((name) => name.replace(/_(bucket|sum|count)$/, ''))),
];

describe('docs/how-to/operate.md', () => {
  it('links every metric that is registered, and no other', () => {
    expect(registered().length).toBeGreaterThan(10);
    expect(named(metricsPage).sort()).toEqual(registered().sort());
  });

  it('describes every alert that is defined, and no other', () => {
    const rules: { alert: string; expr: string }[] = parse(read('deploy/dashboards/alerts.yml')).groups[0].rules;
    const told = [...page.matchAll(/^\| `(PerkTree\w+)`/gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { expr } of rules) expect(registered()).toEqual(expect.arrayContaining(named(expr)));
  });
});

describe('the dashboard', () => {
  it('asks for metrics that there are', () => {
    const panels: { targets: { expr: string }[] }[] = JSON.parse(read('deploy/dashboards/grafana.json')).panels;
    const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => named(expr)));
    expect(asked.length).toBeGreaterThanOrEqual(panels.length);
    expect(registered()).toEqual(expect.arrayContaining(asked));
  });
});
