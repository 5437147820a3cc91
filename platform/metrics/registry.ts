/** Values of a metric's labels: templates, names and codes. Never ids, tokens or personal data. */
type Labels = Readonly<Record<string, string>>;

interface Counter {
  add(labels: Labels, by?: number): void;
}
interface Gauge {
  set(labels: Labels, value: number): void;
}
interface Histogram {
  /** A value in the metric's unit: seconds. */
  observe(labels: Labels, value: number): void;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly lines: () => readonly string[];
}

interface Series {
  readonly labels: Labels;
  /** Values of each bucket alone: every request adds to one, and only who reads the numbers adds them up. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/**
 * Numbers of this process in the text format of Prometheus 0.0.4. Written here since the successor of prom-client
 * needs Node 22.
 */
export class MetricsRegistry {
  private readonly families = new Map<string, Family>();

  counter(name: string, help: string): Counter {
    const values = new Map<string, number>();
    this.register({ name, help, type: 'counter', lines: () => samples(name, values) });
    return {
      add(labels, by = 1) {
        const key = labelText(labels);
        values.set(key, (values.get(key) ?? 0) + by);
      },
    };
  }

  gauge(name: string, help: string): Gauge {
    const values = new Map<string, number>();
    this.register({ name, help, type: 'gauge', lines: () => samples(name, values) });
    return { set: (labels, value) => values.set(labelText(labels), value) };
  }

  histogram(name: string, help: string): Histogram {
    const series = new Map<string, Series>();
    this.register({
      name,
      help,
      type: 'histogram',
      lines: () => [...series.values()].flatMap((one) => histogramLines(name, one)),
    });
    return {
      observe(labels, value) {
        const key = labelText(labels);
        const one = series.get(key) ?? { labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
        series.set(key, one);
        const bucket = BUCKETS.findIndex((bound) => value <= bound);
        if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
        one.sum += value;
        one.count += 1;
      },
    };
  }

  text(): string {
    const lines = [...this.families.values()].flatMap(({ name, help, type, lines: linesOf }) => {
      const own = linesOf();
      return own.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...own];
    });
    return `${lines.join('\n')}\n`;
  }

  private register(family: Family): void {
    if (this.families.has(family.name)) throw new Error(`there is a metric ${family.name} already`);
    this.families.set(family.name, family);
  }
}

function samples(name: string, values: ReadonlyMap<string, number>): readonly string[] {
  return [...values].map(([labels, value]) => `${name}${labels} ${value}`);
}

function histogramLines(name: string, { labels, counts, sum, count }: Series): readonly string[] {
  let upTo = 0;
  const bucket = (le: string, value: number) => `${name}_bucket${labelText({ ...labels, le })} ${value}`;
  return [
    ...BUCKETS.map((bound, i) => {
      upTo += counts[i] ?? 0;
      return bucket(`${bound}`, upTo);
    }),
    bucket('+Inf', count),
    `${name}_sum${labelText(labels)} ${sum}`,
    `${name}_count${labelText(labels)} ${count}`,
  ];
}

function labelText(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '{' : ','}${name}="${escapeLabel(labels[name] ?? '')}"`;
  return text === '' ? '' : `${text}}`;
}

const TO_ESCAPE = /[\\"\n]/;

function escapeLabel(value: string): string {
  if (!TO_ESCAPE.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
