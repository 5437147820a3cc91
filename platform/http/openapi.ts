import type { OtherCall } from '@perktree/contracts/catalogue/other-calls';
import { V1_PATH } from '@perktree/contracts/catalogue/v1';
import { type Call, XLSX_TYPE } from '@perktree/contracts/kernel/call';
import { fileRequestedAnswer, isLong } from '@perktree/contracts/kernel/file-calls';
import { namedSentence } from '@perktree/contracts/kernel/fill-sentence';
import { REFUSALS, type RefusalCode } from '@perktree/contracts/kernel/refusals';
import {
  ANSWER_HEADERS,
  accessText,
  answersPosition,
  byStatus,
  generalRefusals,
  PARAMETERS,
  takesIdempotencyKey,
  takesMinPosition,
} from './openapi-conventions.ts';
import {
  componentRef,
  createSchemaWriter,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Ref,
  type Response,
  type SchemaWriter,
} from './openapi-types.ts';

export interface Catalogue {
  readonly calls: Readonly<Record<string, Call>>;
  /** What no JSON client calls. */
  readonly others: Readonly<Record<string, OtherCall>>;
  /** Schemas to show under a name. `Error` has to be among them: what refused calls answer. */
  readonly namedSchemas: Readonly<Record<string, Call['answer']>>;
  /** What each call refuses by its own rules, in addition to what follows from its declaration. */
  readonly refusals: Readonly<Partial<Record<string, readonly RefusalCode[]>>>;
  /** Of these, the ones that are answered with `success: false`. */
  readonly outcomes: Readonly<Partial<Record<string, readonly RefusalCode[]>>>;
}

const SESSION = 'session';
const API_KEY = 'apiKey';

/** The whole catalogue as an OpenAPI 3.1 document. Pure: the same catalogue gives the same document. */
export function openApiDocument(
  catalogue: Catalogue,
  about: { readonly title: string; readonly version: string; readonly sessionCookie: string },
): OpenApiDocument {
  const { namedSchemas } = catalogue;
  const calls: Readonly<Record<string, Call | OtherCall>> = { ...catalogue.calls, ...catalogue.others };
  const writer = createSchemaWriter(namedSchemas);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, catalogue, writer) };
  }
  const errorSchema = namedSchemas.Error;
  if (errorSchema === undefined) throw new Error('the named schemas lack Error');
  writer.output(errorSchema, 'Error');
  if (namedSchemas.Problem) writer.output(namedSchemas.Problem, 'Problem');
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values(calls).map(({ tag }) => tag))].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: writer.components,
      parameters: PARAMETERS,
      headers: ANSWER_HEADERS,
      securitySchemes: {
        [SESSION]: { type: 'apiKey', in: 'cookie', name: about.sessionCookie },
        [API_KEY]: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

const DESCRIPTION = [
  'Bodies are JSON, times ISO 8601 in UTC, ids UUIDs, percents and amounts decimal strings. Unknown fields are refused.',
  'A refused call answers `message` for a person and `code` for a program; a body or query that is not valid also `issues`.',
  'Lists take `limit` (200 at most) and `cursor`.',
].join(' ');

function operation(
  name: string,
  call: Call | OtherCall,
  { refusals, outcomes }: Catalogue,
  writer: SchemaWriter,
): Operation {
  const owner = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const codes = isOther(call) ? call.refuses : [...generalRefusals(call), ...(refusals[name] ?? [])];
  return {
    operationId: name,
    summary: call.summary,
    description: isOther(call) ? call.description : accessText(call),
    tags: [call.tag],
    security: securityOf(call),
    parameters: parametersOf(call, writer),
    ...(call.body && { requestBody: { required: true, content: json(writer.input(call.body)) } }),
    ...(isOther(call) && call.takes && { requestBody: { required: true, content: binary(call.takes) } }),
    responses: {
      [call.status]: success(call, answerSchema(call, owner, writer), outcomes[name] ?? []),
      ...(!isOther(call) && call.repeatedStatus && { [call.repeatedStatus]: repeated(call, owner, writer) }),
      ...(isLong(call) && { 202: becomesFile(writer) }),
      ...Object.fromEntries(byStatus(codes).map(([status, same]) => [status, refused(call, status, same)])),
    },
  };
}

function securityOf({ access }: Pick<Call, 'access'>): Operation['security'] {
  if (access === 'anyone') return [];
  return [{ [typeof access === 'object' && 'key' in access ? API_KEY : SESSION]: [] }];
}

/** Null if the answer has no body. */
function answerSchema(call: Call | OtherCall, owner: string, writer: SchemaWriter): JsonSchema | null {
  return call.status === 204 ? null : writer.output(call.answer, owner);
}

function isOther(call: Call | OtherCall): call is OtherCall {
  return 'answers' in call;
}

function parametersOf(call: Call | OtherCall, writer: SchemaWriter): readonly (Parameter | Ref)[] {
  const fields = [...fieldsOf(call.params, 'path', writer), ...fieldsOf(call.query, 'query', writer)];
  if (isOther(call)) {
    return [...fields, ...call.headers.map((one) => ({ ...one, in: 'header', schema: { type: 'string' } }) as const)];
  }
  return [
    ...fields,
    ...(takesMinPosition(call) ? [{ $ref: '#/components/parameters/MinPosition' }] : []),
    ...(takesIdempotencyKey(call) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function fieldsOf(schema: Call['params'] | undefined, place: 'path' | 'query', writer: SchemaWriter): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = writer.input(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

function success(call: Call | OtherCall, schema: JsonSchema | null, outcomes: readonly RefusalCode[]): Response {
  if (isOther(call) && schema !== null) return { description: 'Done.', content: contentOf(call.answers, schema) };
  const isPaged = call.query !== undefined && 'cursor' in ((call.query as { shape?: object }).shape ?? {});
  const isSearched = isPaged && 'show' in ((call.query as { shape?: object }).shape ?? {});
  return {
    description: [
      call.status === 201 ? 'Done, and something new is there.' : 'Done.',
      ...(outcomes.length
        ? ['`success` is false, with one of these codes, where a rule says no:', ...said(outcomes)]
        : []),
    ].join('\n\n'),
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(answersPosition(call) && { 'X-Position': header('Position') }),
      ...(isPaged && { 'X-Next-Cursor': header('NextCursor') }),
      ...(isSearched && { 'X-Total-Count': header('TotalCount') }),
    },
    ...(schema !== null && { content: { ...json(schema), ...(isSearched && FILES) } }),
  };
}

function repeated(call: Call, owner: string, writer: SchemaWriter): Response {
  return {
    description: 'The request was answered before: the same answer again.',
    headers: { 'X-Request-Id': header('RequestId') },
    content: json(writer.output(call.answer, owner)),
  };
}

function becomesFile(writer: SchemaWriter): Response {
  return {
    description: 'The answer takes long, or `wait` is 0: it will be a file of `GET /api/me/files/{fileId}`.',
    headers: { 'X-Request-Id': header('RequestId') },
    content: json(writer.output(fileRequestedAnswer, 'FileRequested')),
  };
}

function refused({ path }: Call | OtherCall, status: number, codes: readonly RefusalCode[]): Response {
  const mayRetry = status === 429 || status === 503 || codes.includes('IDEMPOTENCY_KEY_IN_USE');
  return {
    description: said(codes).join('\n\n'),
    headers: { 'X-Request-Id': header('RequestId'), ...(mayRetry && { 'Retry-After': header('RetryAfter') }) },
    content: path.startsWith(V1_PATH)
      ? { 'application/problem+json': { schema: { $ref: componentRef('Problem') } } }
      : json({ $ref: componentRef('Error') }),
  };
}

/** A stream is text, whose events have data of this shape each. */
function contentOf(answers: OtherCall['answers'], schema: JsonSchema): Required<Response>['content'] {
  if (answers === 'application/json') return json(schema);
  if (answers !== 'text/event-stream') return binary([answers]);
  return { [answers]: { schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema } } };
}

const said = (codes: readonly RefusalCode[]) => codes.map((code) => `\`${code}\`: ${namedSentence(REFUSALS[code][1])}`);
const header = (name: keyof typeof ANSWER_HEADERS): Ref => ({ $ref: `#/components/headers/${name}` });
/** A list as a file: everything that matches, streamed. */
const FILES = {
  'text/csv': { schema: { type: 'string' } },
  [XLSX_TYPE]: { schema: { type: 'string', format: 'binary' } },
} as const;
const binary = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
