import { allCalls } from '@perktree/contracts/catalogue/calls';
import { isRead } from '@perktree/contracts/catalogue/reads';
import { type Call, type CallAnswer, HEADERS } from '@perktree/contracts/kernel/call';
import { printSheetCall } from '@perktree/contracts/qr/print-sheet-calls';
import { matchPath } from 'react-router-dom';
import { vi } from 'vitest';
import { type Fill, sampleOf } from './sample.ts';

/** A request as the server would take it apart. */
export interface SentRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

/** An answer that is not the one of the call's schema, such as a refusal. */
class OtherAnswer {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

type Answer<C extends Call> = CallAnswer<C> | OtherAnswer;
type Given<C extends Call> = Answer<C> | ((request: SentRequest) => Answer<C> | Promise<Answer<C>>);

/** The headers of a list: the number of all rows, and where the next page begins. */
export interface ListHeaders {
  readonly total?: number;
  readonly nextCursor?: string;
}

type GivenHeaders = ListHeaders | ((request: SentRequest) => ListHeaders);

export type FakeApi = ReturnType<typeof fakeApi>;

/** A refusal with a message, and more fields of its body. */
export const refusal = (status: number, message: string, code = 'REFUSED', more: object = {}): OtherAnswer =>
  new OtherAnswer(status, { message, code, ...more });
/** An answer with another status or shape than those of its call, such as 202 with a file that is being made. */
export const otherAnswer = (status: number, body: unknown): OtherAnswer => new OtherAnswer(status, body);
/** No response: the server is not reached. */
export const UNREACHED = new OtherAnswer(0, null);
/** An answer that never comes. */
export const NEVER = () => new Promise<never>(() => {});

/** Literal paths before those with parameters, as the server's router prefers them. */
const CATALOGUE: readonly Call[] = [...Object.values<Call>(allCalls), printSheetCall].toSorted(
  (a, b) => a.path.split(':').length - b.path.split(':').length,
);
const keyOf = ({ method, path }: Call) => `${method} ${path}`;

/**
 * Answers the calls of a page in place of the server, as given by `on`, until `leave`. An answer must match the schema of its call, and a request
 * that of its body; these and calls without an answer are in `faults`, by name.
 */
export function fakeApi() {
  const given = new Map<string, { readonly call: Call; readonly answer: unknown; readonly headers: GivenHeaders }>();
  const sent: { readonly key: string; readonly request: SentRequest }[] = [];
  const faults: string[] = [];
  let reads: Fill | null = null;
  let isLeft = false;

  /** What a page waits for when it is left never comes: its document would be gone, and here it would reach into the next test. */
  const unlessLeft = async <T>(coming: Promise<T>): Promise<T> => {
    const value = await coming;
    return isLeft ? NEVER() : value;
  };
  const answerTo = async (method: string, url: URL, init: RequestInit): Promise<Response> => {
    const found = CATALOGUE.find((call) => call.method === method && matchPath(call.path, url.pathname));
    const place = given.get(found ? keyOf(found) : '') ?? sampleFor(found);
    if (found === undefined || place === undefined) {
      faults.push(`no answer was given to ${method} ${url.pathname}`);
      return Response.json({ message: 'no answer was given', code: 'REFUSED' }, { status: 500 });
    }
    const { call, headers } = place;
    const request: SentRequest = {
      params: matchPath(call.path, url.pathname)?.params as Record<string, string>,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    };
    sent.push({ key: keyOf(call), request });
    check(call.body, request.body, `${keyOf(call)}: the request`);
    const answer = typeof place.answer === 'function' ? await place.answer(request) : place.answer;
    if (answer instanceof OtherAnswer) {
      if (answer.status === 0) throw new TypeError('Failed to fetch');
      return Response.json(answer.body, { status: answer.status });
    }
    check(call.answer, answer, `${keyOf(call)}: the answer`);
    if (answer === undefined) return new Response(null, { status: 204 });
    return Response.json(answer, {
      status: call.status,
      headers: listHeaders(typeof headers === 'function' ? headers(request) : headers),
    });
  };
  const sampleFor = (call: Call | undefined) =>
    call && reads && isRead(call.method, call.path)
      ? { call, answer: sampleOf(call, reads), headers: { total: reads === 'filled' ? 1 : 0 } }
      : undefined;
  const check = (schema: Call['answer'] | undefined, value: unknown, what: string) => {
    const { error } = schema?.safeParse(value) ?? {};
    if (error) faults.push(`${what} does not match its schema: ${error.message}`);
  };

  const requestsOf = (call: Call): readonly SentRequest[] =>
    sent.filter(({ key }) => key === keyOf(call)).map(({ request }) => request);

  const fetchOfPage = globalThis.fetch;
  const fetchInstead = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    if (!url.pathname.startsWith('/api/')) return fetchOfPage(input, init);
    const ended = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
    const response = await unlessLeft(Promise.race([answerTo(init.method ?? 'GET', url, init), ended]));
    const readText = response.text.bind(response);
    return Object.assign(response, { text: () => unlessLeft(readText()) });
  };
  vi.stubGlobal('fetch', fetchInstead);
  vi.stubGlobal('EventSource', SilentEventSource);

  return {
    /** Calls without an answer, and answers and requests that do not match their schemas. */
    faults: faults as readonly string[],
    /** Gives the answer to a call from now on, in place of an earlier one. */
    on<C extends Call>(call: C, answer: Given<C>, headers: GivenHeaders = {}): void {
      given.set(keyOf(call), { call, answer, headers });
    },
    /** Answers each read by a sample of its schema, unless `on` gives the answer. */
    answerReads(fill: Fill): void {
      reads = fill;
    },
    /** The requests of a call so far. */
    sent: requestsOf,
    bodies: (call: Call) => requestsOf(call).map(({ body }) => body),
    params: (call: Call) => requestsOf(call).map(({ params }) => params),
    /** Sends a message of the live stream to the page. */
    push: (event: string, message: unknown): void => SilentEventSource.push(event, message),
    /** The page is left: it gets no answer from now on. */
    leave: (): void => {
      isLeft = true;
    },
  };
}

const listHeaders = ({ total, nextCursor }: ListHeaders): HeadersInit => ({
  ...(total !== undefined && { [HEADERS.totalCount]: String(total) }),
  ...(nextCursor !== undefined && { [HEADERS.nextCursor]: nextCursor }),
});

/** A live stream that opens, and says only what a test pushes. */
class SilentEventSource extends EventTarget {
  static readonly #open = new Set<SilentEventSource>();

  constructor(readonly url: string) {
    super();
    SilentEventSource.#open.add(this);
  }

  static push(event: string, message: unknown): void {
    const data = JSON.stringify(message);
    for (const source of SilentEventSource.#open) source.dispatchEvent(new MessageEvent(event, { data }));
  }

  close(): void {
    SilentEventSource.#open.delete(this);
  }
}
