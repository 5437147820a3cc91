import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

export interface TinyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Already parsed. */
  readonly body?: unknown;
}

export interface TinyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

type Hook = (...given: unknown[]) => unknown;
interface Route extends Path {
  readonly method: string;
  readonly url: string;
  readonly handler: (request: object, reply: object) => Promise<unknown>;
  readonly hooks: Hooks;
}
/** How the url of a route is found in one that is asked for. */
interface Path {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}
interface Hooks {
  readonly onRequest: Hook[];
  readonly preHandler: Hook[];
  readonly onSend: Hook[];
}

/** Every process that starts has the same routes. */
const paths = new Map<string, Path>();

function pathOf(url: string): Path {
  const known = paths.get(url);
  if (known) return known;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const path = { pattern: new RegExp(`^${url.replace(/:\w+/g, '([^/]+)')}$`), names };
  paths.set(url, path);
  return path;
}

/** A hook calls what it is given last when it has done its work, or returns a promise. */
function passed(hook: Hook, ...given: unknown[]): Promise<unknown> {
  return new Promise((done, fail) => {
    const result = hook(...given, (error?: unknown) => (error ? fail(error) : done(undefined)));
    if (result instanceof Promise) result.then(done, fail);
  });
}

/**
 * As much of Fastify as the routes of the command service see: routes, scopes with hooks, replies. What a simulated process
 * answers passes the product's own handlers and schemas; sockets, and making Fastify anew for every process that is
 * killed, are left out.
 */
export class TinyApp {
  private readonly routes: Route[] = [];
  private onError: (error: unknown, request: object, reply: object) => unknown = () => {};
  private readonly registering: Promise<unknown>[] = [];

  constructor(private readonly logger: FastifyBaseLogger) {}

  /** What mounts its routes on an app takes this for one. */
  asFastify(): FastifyInstance {
    return this.scope({ onRequest: [], preHandler: [], onSend: [] }) as unknown as FastifyInstance;
  }

  async ready(): Promise<void> {
    await Promise.all(this.registering);
  }

  private scope(hooks: Hooks) {
    const app = {
      route: ({ method, url, handler }: Pick<Route, 'method' | 'url' | 'handler'>) => {
        this.routes.push({ method, url, handler, hooks, ...pathOf(url) });
      },
      register: (mount: (scope: object) => Promise<void>) => {
        const { onRequest, preHandler, onSend } = hooks;
        const own = { onRequest: [...onRequest], preHandler: [...preHandler], onSend: [...onSend] };
        this.registering.push(mount(this.scope(own)));
      },
      addHook: (name: keyof Hooks, hook: Hook) => void hooks[name]?.push(hook),
      setErrorHandler: (handler: typeof this.onError) => {
        this.onError = handler;
      },
      setNotFoundHandler: () => {},
    };
    return app;
  }

  async serve(asked: TinyRequest): Promise<TinyAnswer> {
    const path = asked.url.split('?')[0] ?? '';
    const route = this.routes.find(({ method, pattern }) => method === asked.method && pattern.test(path));
    if (!route) throw new Error(`${asked.method} ${asked.url} is not served`);
    const values = (route.pattern.exec(path) ?? []).slice(1).map(decodeURIComponent);
    const request = {
      ...{ id: randomUUID(), log: this.logger, server: { log: this.logger }, cookies: {}, ip: '127.0.0.1', query: {} },
      ...{ method: asked.method, url: asked.url, headers: asked.headers },
      body: asked.body === undefined ? undefined : JSON.parse(JSON.stringify(asked.body)),
      params: Object.fromEntries(route.names.map((name, n) => [name, values[n]])),
      routeOptions: { url: route.url },
    };
    const reply = new TinyReply();
    try {
      const { onRequest, preHandler } = route.hooks;
      for (const hook of [...onRequest, ...preHandler]) if (!reply.isSent) await passed(hook, request, reply);
      if (!reply.isSent) await route.handler(request, reply);
    } catch (error) {
      this.onError(error, request, reply);
    }
    try {
      for (const hook of route.hooks.onSend) await passed(hook, request, reply, reply.text());
    } catch (error) {
      this.onError(error, request, reply);
    }
    const payload = reply.text();
    return { status: reply.statusCode, headers: reply.all, body: payload === '' ? null : JSON.parse(payload) };
  }
}

class TinyReply {
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
