import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';

/** A signing secret as it is handed over: `whsec_` and base64. */
interface NewWebhookSecret {
  readonly id: string;
  readonly text: string;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/** What of webhook endpoints no event may hold: addresses and secrets. They are kept beside the accounts. */
export interface WebhookSecrets {
  /** Called again for the same endpoint, it changes the secret alone. */
  remember(endpoint: {
    readonly endpointId: string;
    readonly tenantId: string;
    readonly url: string;
    readonly secret: NewWebhookSecret;
  }): Promise<Pick<WebhookAddress, 'publicKey'>>;
  /**
   * @param from only if this is the address before; null: whatever it is
   * @returns false: it is neither `from` nor `url`
   */
  changeUrl(endpointId: string, url: string, from: string | null): Promise<boolean>;
  /** @param overlapUntil until when the secret before it signs, too */
  rotate(endpointId: string, secret: NewWebhookSecret, overlapUntil: string): Promise<void>;
  forget(endpointId: string): Promise<void>;
  /** The endpoints of a business, oldest first. */
  endpointsOf(tenantId: string): Promise<readonly WebhookAddress[]>;
  /** Null: there is no such endpoint. */
  forSending(endpointId: string, now: Date): Promise<({ readonly url: string } & WebhookSigning) | null>;
}

export interface WebhookAddress {
  readonly endpointId: string;
  readonly url: string;
  readonly createdAt: string;
  /** Verifies `v1a` signatures: `whpk_` and base64. */
  readonly publicKey: string;
}

/** What signs the messages of an endpoint now. */
export interface WebhookSigning {
  /** Each makes a `v1` signature; the newest first. */
  readonly secrets: readonly string[];
  /** Makes the `v1a` signature, with Ed25519: base64. */
  sign(content: string): string;
}

export interface WebhookSubscription {
  /** Types of messages; `*`: all. */
  readonly eventTypes: readonly string[];
  /** Null: all sites of the business. */
  readonly siteIds: readonly string[] | null;
}

export interface WebhookEndpoints {
  /** Null: there is no such endpoint. */
  find(tenantId: string, endpointId: string): Promise<(WebhookSubscription & { readonly isEnabled: boolean }) | null>;
  /** Idempotent for the same failure. */
  disable(input: {
    readonly tenantId: string;
    readonly endpointId: string;
    readonly reason: DisabledReason;
    /** ISO 8601 UTC. */
    readonly failingSince: string;
  }): Promise<void>;
}

export interface WebhookProgress {
  /** Everything up to here was delivered or is parked. */
  readonly position: bigint;
  readonly failingSince: string | null;
  readonly nextAttemptAt: string | null;
  /** How many messages before the position it rejected and has not received since. */
  readonly parked: number;
}

export interface WebhookDelivery {
  readonly deliveryId: string;
  /** Rises with each delivery: the cursor of lists. */
  readonly number: bigint;
  readonly messageId: string;
  readonly type: string;
  readonly position: bigint;
  /** `parked`: the endpoint rejected it and accepted a later one, so deliveries went on without it. */
  readonly status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'parked';
  readonly attempts: number;
  readonly createdAt: string;
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly body: string;
}

/** How far endpoints are, and what was sent to them. */
export interface WebhookDeliveries {
  /** False: the address, or one that its name resolves to, is not public. */
  isPublic(url: string): Promise<boolean>;
  readonly allowsHttp: boolean;
  /** Starts deliveries to an endpoint after a position. Idempotent. */
  begin(endpoint: { readonly endpointId: string; readonly tenantId: string; readonly position: bigint }): Promise<void>;
  /** Ends an endpoint and deletes its log. */
  end(endpointId: string): Promise<void>;
  /** Forgets failures, so that the next message is sent at once. */
  restart(endpointId: string): Promise<void>;
  progressOf(tenantId: string): Promise<ReadonlyMap<string, WebhookProgress>>;
  /** The position before the first message of a time or later. */
  positionBefore(tenantId: string, from: string): Promise<bigint>;
  /** How many messages of a subscription there are after a position. */
  count(tenantId: string, subscription: WebhookSubscription, after: bigint): Promise<number>;
  /** Goes back to a position. An endpoint that has not reached it stays where it is. */
  goBack(endpointId: string, after: bigint): Promise<void>;
  /**
   * Newest first. @param before the number of the last one of the page before; null: from the newest on
   * @param page.onlyParked leaves out what was delivered, or is under way
   * @param siteIds only what happened at these sites, as the endpoint may have had others; null: everything
   */
  list(
    endpointId: string,
    page: { readonly limit: number; readonly before: bigint | null; readonly onlyParked: boolean },
    siteIds: readonly string[] | null,
  ): Promise<WebhookDelivery[]>;
  /** @returns the id of the delivery; null: there is no such delivery of these sites to send again */
  resend(endpointId: string, deliveryId: string, siteIds: readonly string[] | null): Promise<string | null>;
  /** @returns the id of the delivery; null: the endpoint was removed */
  test(endpointId: string): Promise<string | null>;
}
