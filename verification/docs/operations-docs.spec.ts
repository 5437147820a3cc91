import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { read } from './repository.ts';

const METRIC = /perktree_(?!session|visitor|admin|reader)[a-z_]+/g;

/** Metrics named in a text, without the suffixes of a histogram's parts. */
const named = (text: string) => [
  ...new Set((text.match(METRIC) ?? []).map((name) => name.replace(/_(bucket|sum|count)$/, ''))),
];
/** `metrics.spec.ts` compares this page with the code. */
const registered = named(read('docs/reference/metrics.md'));

describe('docs/how-to/operate.md', () => {
  it('describes all defined alerts, and no others', () => {
    const rules: { alert: string; expr: string }[] = parse(read('deploy/dashboards/alerts.yml')).groups[0].rules;
    const described = [...read('docs/how-to/operate.md').matchAll(/^\| `(PerkTree\w+)`/gm)].map(([, name]) => name);
    expect(described.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { expr } of rules) expect(registered).toEqual(expect.arrayContaining(named(expr)));
  });
});

describe('the dashboard', () => {
  it('queries only registered metrics', () => {
    const panels: { targets: { expr: string }[] }[] = JSON.parse(read('deploy/dashboards/grafana.json')).panels;
    const queried = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => named(expr)));
    expect(queried.length).toBeGreaterThanOrEqual(panels.length);
    expect(registered).toEqual(expect.arrayContaining(queried));
  });
});
