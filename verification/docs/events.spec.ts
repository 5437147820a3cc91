import { join } from 'node:path';
import { type EventType, eventSchemas, type StreamCategory, streams } from '@perktree/contracts/catalogue/events';
import { currentVersion } from '@perktree/contracts/catalogue/upcasters';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { files, generated, ROOT } from './repository.ts';

type Events = Readonly<Record<string, z.ZodType>>;
const modules = files('contracts/*/*events.ts').map((file) => import(join(ROOT, file)));
/** Such as `siteEvents`. */
const exported: Readonly<Record<string, Events>> = Object.assign({}, ...(await Promise.all(modules)));
const eventsOf = (category: string): Events =>
  exported[`${category}Events`] ?? exported[`${category.replace(/s$/, '')}Events`] ?? {};

interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** A field's type in one cell of a table. */
function typeOf(shape: Shape): string {
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (shape.type === 'array') return `list of ${typeOf(shape.items ?? {})}`;
  if (Array.isArray(shape.type)) return shape.type.join(' or ');
  if (shape.properties) return `{${Object.keys(shape.properties).join(', ')}}`;
  return shape.format ?? shape.type ?? 'any';
}

function sectionOf(category: StreamCategory): readonly string[] {
  const name = (streams[category] as (...ids: string[]) => string)('{id}', '{id}').replace('undefined', '{id}');
  const events = Object.entries(eventsOf(category)).flatMap(([type, schema]) => {
    const shape = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as Shape;
    const rows = Object.entries(shape.properties ?? {}).map(([field, of]) => {
      const optional = shape.required?.includes(field) ? '' : ' (optional)';
      return `| \`${field}\` | ${typeOf(of).replaceAll('|', '\\|')}${optional} |`;
    });
    const head = [`### ${type}`, '', `Version ${currentVersion(type as EventType)}.`, ''];
    return ['', ...head, '| field | type |', '|---|---|', ...rows];
  });
  return [`## ${category}`, '', `Stream: \`${name}\`.`, ...events, ''];
}

it('docs/reference/events.md is generated from the schemas (if not: npm run docs)', async () => {
  const categories = Object.keys(streams) as StreamCategory[];
  const listed = categories.flatMap((category) => Object.keys(eventsOf(category)));
  expect(listed.sort()).toEqual(Object.keys(eventSchemas).sort());
  const page = generated('docs/reference/events.md', '## ', categories.flatMap(sectionOf).slice(0, -1));
  await expect(page).toMatchFileSnapshot('../../docs/reference/events.md');
});
