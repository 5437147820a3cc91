import { z } from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Converts zod schemas to JSON Schema (draft 2020-12, as in OpenAPI 3.1), with named references for shared ones. */
export function createSchemaWriter(named: Readonly<Record<string, z.ZodType>>) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const components: Record<string, JsonSchema> = {};

  return {
    /** The schemas that answers refer to, by name. */
    components,
    /** Input schema: before transforms and defaults. */
    input: (schema: z.ZodType): JsonSchema => withoutMarks(z.toJSONSchema(schema, { io: 'input', override: readable })),
    /** Output schema. @param owner prefix for names of unnamed recursive schemas */
    output(schema: z.ZodType, owner: string): JsonSchema {
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

/** Formats that make zod's pattern redundant. */
const SAID_BY_FORMAT = new Set<unknown>(['uuid', 'date-time', 'date', 'email']);

/** Removes redundant parts of zod's output: patterns behind formats, and the bounds of safe integers. */
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

/** The parts of OpenAPI 3.1 that the product's document has. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty for calls without sign-in. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Ref {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref>>;
  /** Absent if the answer has no body. */
  readonly content?: Content;
}

/** By media type. */
type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;
