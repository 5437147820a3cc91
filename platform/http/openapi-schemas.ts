import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Turns zod schemas into JSON Schema (draft 2020-12, which OpenAPI 3.1 takes as it is), shared ones under their names. */
export interface SchemaWriter {
  /** What a client sends: before transforms and defaults. */
  input(schema: z.ZodType): JsonSchema;
  /** What an answer carries. @param owner names what is recursive and has no name of its own */
  output(schema: z.ZodType, owner: string): JsonSchema;
  /** The schemas that answers refer to, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

export function createSchemaWriter(named: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const components: Record<string, JsonSchema> = {};

  return {
    components,
    input: (schema) => withoutMarks(z.toJSONSchema(schema, { io: 'input', override: readable })),
    output(schema, owner) {
      const whole = z.toJSONSchema(schema, { io: 'output', metadata: registry, override: readable });
      const { $defs = {}, ...own } = withoutMarks(whole) as JsonSchema & { $defs?: Record<string, JsonSchema> };
      const nameOf = (definition: string) => (definition in named ? definition : `${owner}${definition}`);
      for (const [definition, shape] of Object.entries($defs)) {
        components[nameOf(definition)] = withRefs(withoutMarks(shape), nameOf);
      }
      return withRefs(own, nameOf);
    },
  };
}

/** Formats that say all that zod's pattern for them says. */
const SAID_BY_FORMAT = new Set<unknown>(['uuid', 'date-time', 'date', 'email']);

/** Zod writes what JSON Schema says shorter: the pattern behind a format, and the bounds of every safe integer. */
function readable({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  if (SAID_BY_FORMAT.has(jsonSchema.format)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function withoutMarks({ $schema: _, id: __, '~standard': ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** The same with `#/$defs/X` pointing into the document's components. */
function withRefs(value: JsonSchema, nameOf: (definition: string) => string): JsonSchema {
  const visit = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(visit);
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [key, key === '$ref' ? moved(String(inner), nameOf) : visit(inner)]),
    );
  };
  return visit(value) as JsonSchema;
}

function moved(ref: string, nameOf: (definition: string) => string): string {
  return ref.startsWith('#/$defs/') ? componentRef(nameOf(ref.slice('#/$defs/'.length))) : ref;
}

export function componentRef(name: string): string {
  return `#/components/schemas/${name}`;
}
