import type { Queryable } from '@perktree/platform/postgres/transaction';
import { systemTimers } from '@perktree/platform/time/timers';
import * as client from 'openid-client';

/** An OpenID Connect provider, as its operator registered this product with it. */
export interface OidcSettings {
  /** Its discovery document is at `{issuer}/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The provider as credentials name it: with and without a slash at the end it is the same one. */
export function providerIdOf({ issuer }: Pick<OidcSettings, 'issuer'>): string {
  return issuer.replace(/\/$/, '');
}

/** Longest time of the discovery and of each later request to the provider, in seconds. */
const DISCOVERY_SECONDS = 5;
const REQUEST_SECONDS = 10;
/** How far the provider's clock may be ahead, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** What a sign-in has to remember until the provider sends the browser back. */
export interface Exchange {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** The provider did not answer in time, or not with what the protocol asks for. */
export class ProviderSilent extends Error {}

/** Reads the discovery document. @throws where the provider cannot be reached, or the document is of another issuer */
export async function discoverProvider(settings: OidcSettings) {
  const config = await discover(settings);
  config.timeout = REQUEST_SECONDS;

  /** @returns where the browser signs in */
  async function begin(redirectUri: string) {
    const exchange = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: exchange.state,
      nonce: exchange.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(exchange.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url, exchange };
  }

  /** @param back the address that the browser was sent back to. @throws ProviderSilent, or an error of openid-client */
  async function finish(back: URL, { state, nonce, codeVerifier }: Exchange): Promise<Claims> {
    try {
      const tokens = await client.authorizationCodeGrant(config, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('no ID token');
      if (claims.iat > systemTimers.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
        throw new Error('the ID token is of the future');
      // Some providers give the address only here.
      const isComplete = claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
      const info = isComplete ? {} : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
      return { ...info, ...claims };
    } catch (error) {
      throw isSilence(error) ? new ProviderSilent((error as Error).message) : error;
    }
  }

  return { begin, finish };
}

async function discover(settings: OidcSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const { href } = new URL(issuer);
  // Operators leave the slash at the end out, or add it; the document of the other spelling has the same place.
  const spellings = href.endsWith('/') ? [href, href.slice(0, -1)] : [href, `${href}/`];
  const read = (spelling: string) =>
    client.discovery(new URL(spelling), clientId, undefined, authenticationOf(clientSecret), {
      timeout: DISCOVERY_SECONDS,
      execute: [
        // Verifies the signature of ID tokens, although they come from the provider itself.
        client.enableNonRepudiationChecks,
        ...(href.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    });
  try {
    return await read(spellings[0] ?? href);
  } catch (error) {
    if (!isOfOtherIssuer(error)) throw error;
    return await read(spellings[1] ?? href).catch(() => {
      throw new Error('its discovery document is of another issuer than OIDC_ISSUER');
    });
  }
}

/** By the body of the request, unless the provider lists other methods only. */
function authenticationOf(clientSecret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_post'];
    return (methods.includes('client_secret_post') ? post : basic)(server, ...request);
  };
}

const codeOf = (error: unknown) => (error as { readonly code?: unknown }).code;
const isOfOtherIssuer = (error: unknown) => codeOf(error) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
/** `fetch failed` is a TypeError without a code of openid-client; an answer without JSON is a proxy's page. */
const isSilence = (error: unknown) =>
  ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(String(codeOf(error))) ||
  (error instanceof TypeError && codeOf(error) === undefined);

/** Old credentials were stored without issuer: it is the configured one. */
export async function nameIssuerOfOldCredentials(db: Queryable, providerId: string): Promise<void> {
  await db.query(`UPDATE identity.credentials SET provider_id = $1 WHERE provider_id = 'oidc'`, [providerId]);
}
