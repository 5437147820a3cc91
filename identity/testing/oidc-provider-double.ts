import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from '@perktree/platform/process/free-port';
import { systemTimers } from '@perktree/platform/time/timers';

export const CLIENT = { clientId: 'perktree', clientSecret: 'of the client' } as const;

type Claims = Record<string, unknown>;

interface Approval {
  /** Signs the ID token with a key that is not the provider's. */
  readonly forged?: boolean;
  /** What the token endpoint does otherwise than it should. */
  readonly tokens?: 'hang' | 'no id token';
  /** Parameters of the answer through the browser, such as `iss`. */
  readonly answer?: Record<string, string>;
}

/** Of all providers: two new keys take half a second. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/**
 * An OpenID Connect provider over HTTP that signs in every caller as the person that the spec names.
 * @param knownPort where it was before. Default: a free one, and not an ephemeral one, which another process could get while
 *   the provider is stopped
 */
export async function startProvider(knownPort?: number) {
  const port = knownPort ?? (await freePort('127.0.0.1'));
  const codes = new Map<string, Approval & { claims: Claims; challenge: string; nonce: string }>();
  let foreignIssuer: string | null = null;
  const server = createServer((request, response) => {
    void answer(request).then((answered) => {
      if (answered === null) return;
      const [status, body] = answered;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${port}`;

  async function answer(request: IncomingMessage): Promise<[number, object] | null> {
    if (request.url === '/.well-known/openid-configuration') {
      return [
        200,
        {
          issuer: foreignIssuer ?? issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['RS256'],
        },
      ];
    }
    if (request.url === '/jwks') {
      return [200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }];
    }
    if (request.url === '/token' && request.method === 'POST')
      return exchange(new URLSearchParams(await bodyOf(request)));
    return [404, {}];
  }

  /** @returns null: no answer */
  function exchange(form: URLSearchParams): [number, object] | null {
    const code = form.get('code') ?? '';
    const known = codes.get(code);
    codes.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!known || verifier !== known.challenge) return [400, { error: 'invalid_grant' }];
    if (known.tokens === 'hang') return null;
    const now = Math.floor(systemTimers.now() / 1000);
    const payload = {
      iss: issuer,
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce: known.nonce,
      ...known.claims,
    };
    const idToken = signed(payload, known.forged ? other : privateKey);
    const tokens = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300 };
    return [200, known.tokens === 'no id token' ? tokens : { ...tokens, id_token: idToken }];
  }

  return {
    issuer,
    /** The browser's visit to the provider: returns with a code. */
    approve(authorizeUrl: string, claims: Claims, options: Approval = {}): string {
      const asked = new URL(authorizeUrl).searchParams;
      const code = randomUUID();
      codes.set(code, {
        claims,
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        ...options,
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code, state: asked.get('state') ?? '', ...options.answer }));
      return back.href;
    },
    /** Names another issuer in the discovery document; null: its own again. */
    claimToBe(other: string | null) {
      foreignIssuer = other;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function signed(payload: object, key: Parameters<typeof sign>[2]): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
