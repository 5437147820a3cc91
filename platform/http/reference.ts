import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from './escape-html.ts';
import type { JsonSchema, OpenApiDocument, Operation, Parameter, Ref } from './openapi-types.ts';

/** Text with `code` in backticks, and a paragraph for each empty line. */
function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');
}

/** A JSON Schema as a shape that a person reads: one field a line, `?` where it may be left out. HTML. */
function shapeHtml(schema: JsonSchema, indent = ''): string {
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
  const min = schema[low];
  const max = schema[high];
  if (min === undefined && max === undefined) return undefined;
  if (max === undefined) return `${min}${unit} or more`;
  return min === undefined ? `up to ${max}${unit}` : `${min} to ${max}${unit}`;
}

/** The stylesheet of the page, apart from it so that its hash can stand in the content security policy. */
const REFERENCE_CSS = `
:root { color-scheme: light dark; --line: #8885; --soft: #8881; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
code, pre, .path { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem; background: var(--soft); border-radius: .4rem; white-space: pre-wrap; }
section.call { border-top: 1px solid var(--line); padding: .5rem 0 1rem; }
h3 { font-size: 1.05rem; margin: .75rem 0 .25rem; }
h4 { margin: .75rem 0 .25rem; }
.method { display: inline-block; min-width: 4.5em; font-weight: 700; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
td p { margin: 0 0 .25rem; }
nav ul { list-style: none; padding: 0; margin: .25rem 0 1rem; }
`;

/** The document as a page that needs no script: calls by tag, then the shapes that they share. */
function referencePage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const title = escapeHtml(document.info.title);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${REFERENCE_CSS}</style></head>
<body>
<header><h1>${title}</h1>${prose(document.info.description)}
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p></header>
<nav aria-label="Calls">${groups.map((group) => contents(group)).join('')}</nav>
<main>
${groups.map((group) => `<h2>${escapeHtml(group.name)}</h2>${group.calls.map((call) => callHtml(call, document)).join('\n')}`).join('\n')}
<h2>Shapes</h2>
${Object.entries(document.components.schemas)
  .map(
    ([name, schema]) => `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3><pre>${shapeHtml(schema)}</pre>`,
  )
  .join('\n')}
</main>
</body></html>
`;
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function contents({ name, calls }: { readonly name: string; readonly calls: readonly Listed[] }): string {
  const items = calls.map(
    ({ method, path, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}"><span class="path"><span class="method">${method}</span>${escapeHtml(path)}</span></a></li>`,
  );
  return `<b>${escapeHtml(name)}</b><ul>${items.join('')}</ul>`;
}

function callHtml({ method, path, operation }: Listed, document: OpenApiDocument): string {
  const { operationId, summary, description, requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const parameters = operation.parameters.map((parameter) => resolved(parameter, document));
  return `<section class="call" id="${escapeHtml(operationId)}">
<h3><span class="path"><span class="method">${method}</span>${escapeHtml(path)}</span></h3>
<p>${escapeHtml(summary)}.</p>${prose(description)}
${parameters.length ? `<h4>Parameters</h4>${table(parameters.map(parameterRow))}` : ''}
${body ? `<h4>Body</h4><pre>${shapeHtml(body)}</pre>` : ''}
<h4>Answers</h4>${table(Object.entries(responses).map(([status, response]) => [status, answerHtml(status, response)]))}
</section>`;
}

function answerHtml(
  status: string,
  { description, headers = {}, content = {} }: Operation['responses'][string],
): string {
  const shapes = Object.entries(content).map(
    ([type, { schema }]) =>
      `<p><code>${escapeHtml(type)}</code></p><pre>${shapeHtml((schema.contentSchema as JsonSchema) ?? schema)}</pre>`,
  );
  const shape = status.startsWith('2') ? shapes.join('') : '';
  const names = Object.keys(headers).map((name) => `<code>${escapeHtml(name)}</code>`);
  return `${prose(description)}${shape}${names.length ? `<p>Headers: ${names.join(', ')}</p>` : ''}`;
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): readonly string[] {
  const shape = `<code>${shapeHtml(schema)}</code>`;
  return [
    `<code>${escapeHtml(name)}</code>`,
    `${place}${required ? ', required' : ''}`,
    shape + prose(description ?? ''),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(
    ([head, ...cells]) => `<tr><th scope="row">${head}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll"><table>${lines.join('')}</table></div>`;
}

function resolved(parameter: Parameter | Ref, { components }: OpenApiDocument): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters[parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`${parameter.$ref} is not in the document`);
  return found;
}

/** Only the page's own stylesheet: no scripts, frames or external resources. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(REFERENCE_CSS).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The document changes with a new version of the product alone. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Serves `/api/openapi.json`, and the same as a page for people at `/api/docs`.
 * @param write creates the document. Called lazily and once, because most processes never serve it
 */
export function mountReference(app: FastifyInstance, write: () => OpenApiDocument): void {
  const document = once(write);
  const page = once(() => referencePage(document()));
  const json = once(() => JSON.stringify(document()));

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', CACHE_CONTROL).type('application/json; charset=utf-8').send(json()),
  );

  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('Cache-Control', CACHE_CONTROL)
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(page()),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
