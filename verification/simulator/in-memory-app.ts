import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

interface AppRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Already parsed. */
  readonly body?: unknown;
}

export interface AppResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

type Hook = (...args: unknown[]) => unknown;
interface Route extends Path {
  readonly method: string;
  readonly url: string;
  readonly handler: (request: object, reply: object) => Promise<unknown>;
  readonly hooks: Hooks;
}
/** Matches a request's path with a route. */
interface Path {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}
interface Hooks {
  readonly onRequest: Hook[];
  readonly preHandler: Hook[];
  readonly onSend: Hook[];
}

/** Shared by all simulated processes, which have the same routes. */
const paths = new Map<string, Path>();

function pathOf(url: string): Path {
  const known = paths.get(url);
  if (known) return known;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const path = { pattern: new RegExp(`^${url.replace(/:\w+/g, '([^/]+)')}$`), names };
  paths.set(url, path);
  return path;
}

/** A hook either calls its last argument or returns a promise, as in Fastify. */
function runHook(hook: Hook, ...args: unknown[]): Promise<unknown> {
  return new Promise((done, fail) => {
    const result = hook(...args, (error?: unknown) => (error ? fail(error) : done(undefined)));
    if (result instanceof Promise) result.then(done, fail);
  });
}

/**
 * The part of Fastify that the command service's routes use: routes, scopes with hooks, and replies. Requests pass the
 * product's own handlers and schemas. It has no sockets, and starting one for each killed process is cheap.
 */
export class InMemoryApp {
  private readonly routes: Route[] = [];
  private onError: (error: unknown, request: object, reply: object) => unknown = () => {};
  private readonly registrations: Promise<unknown>[] = [];

  constructor(private readonly logger: FastifyBaseLogger) {}

  /** The interface that the product's routes are mounted on. */
  asFastify(): FastifyInstance {
    return this.scope({ onRequest: [], preHandler: [], onSend: [] }) as unknown as FastifyInstance;
  }

  async ready(): Promise<void> {
    await Promise.all(this.registrations);
  }

  private scope(hooks: Hooks) {
    const app = {
      route: ({ method, url, handler }: Pick<Route, 'method' | 'url' | 'handler'>) => {
        this.routes.push({ method, url, handler, hooks, ...pathOf(url) });
      },
      register: (mount: (scope: object) => Promise<void>) => {
        const { onRequest, preHandler, onSend } = hooks;
        const own = { onRequest: [...onRequest], preHandler: [...preHandler], onSend: [...onSend] };
        this.registrations.push(mount(this.scope(own)));
      },
      addHook: (name: keyof Hooks, hook: Hook) => void hooks[name]?.push(hook),
      setErrorHandler: (handler: typeof this.onError) => {
        this.onError = handler;
      },
      setNotFoundHandler: () => {},
    };
    return app;
  }

  async serve(incoming: AppRequest): Promise<AppResponse> {
    const path = incoming.url.split('?')[0] ?? '';
    const route = this.routes.find(({ method, pattern }) => method === incoming.method && pattern.test(path));
    if (!route) throw new Error(`${incoming.method} ${incoming.url} is not served`);
    const values = (route.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
    const request = {
      ...{ id: randomUUID(), log: this.logger, server: { log: this.logger }, cookies: {}, ip: '127.0.0.1', query: {} },
      ...{ method: incoming.method, url: incoming.url, headers: incoming.headers },
      body: incoming.body === undefined ? undefined : JSON.parse(JSON.stringify(incoming.body)),
      params: Object.fromEntries(route.names.map((name, n) => [name, values[n]])),
      routeOptions: { url: route.url },
    };
    const reply = new InMemoryReply();
    try {
      const { onRequest, preHandler } = route.hooks;
      for (const hook of [...onRequest, ...preHandler]) if (!reply.isSent) await runHook(hook, request, reply);
      if (!reply.isSent) await route.handler(request, reply);
    } catch (error) {
      this.onError(error, request, reply);
    }
    try {
      for (const hook of route.hooks.onSend) await runHook(hook, request, reply, reply.text());
    } catch (error) {
      this.onError(error, request, reply);
    }
    const payload = reply.text();
    return { status: reply.statusCode, headers: reply.all, body: payload === '' ? null : JSON.parse(payload) };
  }
}

class InMemoryReply {
  statusCode = 200;
  isSent = false;
  readonly all: Record<string, string> = {};
  private payload: unknown;

  status(code: number): this {
    this.statusCode = code;
    return this;
  }
  header(name: string, value: unknown): this {
    this.all[name.toLowerCase()] = String(value);
    return this;
  }
  headers(some: Readonly<Record<string, unknown>>): this {
    for (const [name, value] of Object.entries(some)) this.header(name, value);
    return this;
  }
  getHeader(name: string): string | undefined {
    return this.all[name.toLowerCase()];
  }
  removeHeader(name: string): this {
    delete this.all[name.toLowerCase()];
    return this;
  }
  setCookie(): this {
    return this;
  }
  send(payload: unknown): this {
    this.isSent = true;
    this.payload = payload;
    if (typeof payload !== 'string') this.header('content-type', 'application/json; charset=utf-8');
    return this;
  }
  text(): string {
    return typeof this.payload === 'string' ? this.payload : JSON.stringify(this.payload ?? null);
  }
}
