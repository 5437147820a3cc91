import { randomUUID } from 'node:crypto';

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** Time limit of a read that waits for the read models, in milliseconds. The product refuses it after two seconds. */
const PATIENCE_MS = 60_000;

/** An HTTP client of one person. Keeps cookies, and its reads wait for its own writes. */
export class Person {
  private readonly cookies = new Map<string, string>();
  private position = '0';
  readonly email: string;
  readonly password = 'correct horse battery';

  constructor(
    private readonly origin: string,
    name: string,
  ) {
    this.email = `${name}-${randomUUID().slice(0, 8)}@example.test`;
  }

  static async register(
    origin: string,
    name: string,
    intent: 'customer' | 'distributor' | 'business',
    lastName?: string,
  ): Promise<Person> {
    const person = new Person(origin, name);
    await person.post('/api/auth/register', {
      email: person.email,
      password: person.password,
      firstName: name,
      ...(lastName === undefined ? {} : { lastName }),
      intent,
    });
    return person;
  }

  /** Signs in with an existing account. */
  static async signIn(origin: string, account: { email: string; password: string }): Promise<Person> {
    const person = new Person(origin, 'known');
    await person.post('/api/auth/login', account);
    return person;
  }

  /** Sends a call and returns the answer with any status. */
  async send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.cookie,
        'x-min-position': this.position,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      this.cookies.set(name, value.join('='));
    }
    this.position = response.headers.get('x-position') ?? this.position;
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as Body };
  }

  /** The same person, still signed in, at another address. */
  at(origin: string): Person {
    const same = new Person(origin, '');
    for (const [name, value] of this.cookies) same.cookies.set(name, value);
    same.position = this.position;
    return same;
  }

  /** The `Cookie` header of this person's browser. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The position of this person's last command. */
  lastPosition(): number {
    return Number(this.position);
  }

  /** Repeats a read that is refused because the read models are behind, as the screens do. */
  async get<Body>(path: string): Promise<Body> {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      const answer = await this.send<Body>('GET', path);
      const isBehind = (answer.body as { code?: string } | null)?.code === 'READ_MODEL_BEHIND';
      if (!isBehind || Date.now() > deadline) return this.expectOk(answer, `GET ${path}`);
    }
  }

  async post<Body>(path: string, body?: unknown): Promise<Body> {
    return this.expectOk(await this.send<Body>('POST', path, body), `POST ${path}`);
  }

  async put<Body>(path: string, body: unknown): Promise<Body> {
    return this.expectOk(await this.send<Body>('PUT', path, body), `PUT ${path}`);
  }

  private expectOk<Body>(answer: Answer<Body>, what: string): Body {
    if (answer.status >= 400) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
