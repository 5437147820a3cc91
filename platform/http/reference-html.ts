import { escapeHtml } from './escape-html.ts';
import type { JsonSchema } from './openapi-schemas.ts';

/** Text with `code` in backticks, and a paragraph for each empty line. */
export function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');
}

/** A JSON Schema as a shape that a person reads: one field a line, `?` where it may be left out. HTML. */
export function shapeHtml(schema: JsonSchema, indent = ''): string {
  const { $ref, type, properties, items, anyOf, oneOf, additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (choices) return choices.map((choice) => shapeHtml(choice, indent)).join(' | ');
  if (properties) return fieldsHtml(schema, indent);
  if (items) {
    const item = shapeHtml(items as JsonSchema, indent);
    return isChoice(items as JsonSchema) ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object' && additionalProperties && typeof additionalProperties === 'object') {
    return `{ [key]: ${shapeHtml(additionalProperties as JsonSchema, indent)} }`;
  }
  return escapeHtml(scalar(schema));
}

/** Shown with `|` between its parts. */
function isChoice({ anyOf, oneOf, enum: values, type }: JsonSchema): boolean {
  return Boolean(anyOf ?? oneOf ?? values) || Array.isArray(type);
}

function fieldsHtml({ properties, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const needed = new Set(required as readonly string[]);
  const lines = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, field]) => `${inner}<b>${escapeHtml(name)}</b>${needed.has(name) ? '' : '?'}: ${shapeHtml(field, inner)}`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function scalar(schema: JsonSchema): string {
  const { type, enum: values, const: only, format } = schema;
  if (values) return (values as readonly unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? 'any');
  const limits = [
    format,
    limit(schema, 'minLength', 'maxLength', ' characters'),
    limit(schema, 'minimum', 'maximum', ''),
    schema.pattern === undefined ? undefined : `/${schema.pattern}/`,
  ].filter((part) => part !== undefined);
  return limits.length ? `${name} (${limits.join(', ')})` : name;
}

function limit(schema: JsonSchema, low: string, high: string, unit: string): string | undefined {
  const least = schema[low];
  const most = schema[high];
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `${least}${unit} or more`;
  return least === undefined ? `up to ${most}${unit}` : `${least} to ${most}${unit}`;
}
