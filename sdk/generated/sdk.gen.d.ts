import type { Client, Options as Options2, TDataShape } from './client/index.js';
import type { V1AcceptDevicePairingData, V1AcceptDevicePairingErrors, V1AcceptDevicePairingResponses, V1ActivateQrData, V1ActivateQrErrors, V1ActivateQrResponses, V1BalancesData, V1BalancesErrors, V1BalancesResponses, V1CancelPayoutData, V1CancelPayoutErrors, V1CancelPayoutResponses, V1ChangeWebhookEndpointData, V1ChangeWebhookEndpointErrors, V1ChangeWebhookEndpointResponses, V1CreateQrData, V1CreateQrErrors, V1CreateQrResponses, V1CreateRedemptionData, V1CreateRedemptionErrors, V1CreateRedemptionResponses, V1CreateWebhookEndpointData, V1CreateWebhookEndpointErrors, V1CreateWebhookEndpointResponses, V1DeactivateQrData, V1DeactivateQrErrors, V1DeactivateQrResponses, V1GeneratePayoutsData, V1GeneratePayoutsErrors, V1GeneratePayoutsResponses, V1LedgerData, V1LedgerErrors, V1LedgerResponses, V1MarkPayoutPaidData, V1MarkPayoutPaidErrors, V1MarkPayoutPaidResponses, V1PayoutsData, V1PayoutsErrors, V1PayoutsResponses, V1QrData, V1QrErrors, V1QrResponses, V1QrsData, V1QrsErrors, V1QrsResponses, V1RedemptionData, V1RedemptionErrors, V1RedemptionResponses, V1RemoveWebhookEndpointData, V1RemoveWebhookEndpointErrors, V1RemoveWebhookEndpointResponses, V1ReplayWebhooksData, V1ReplayWebhooksErrors, V1ReplayWebhooksResponses, V1ResendWebhookDeliveryData, V1ResendWebhookDeliveryErrors, V1ResendWebhookDeliveryResponses, V1ReverseRedemptionData, V1ReverseRedemptionErrors, V1ReverseRedemptionResponses, V1RotateWebhookSecretData, V1RotateWebhookSecretErrors, V1RotateWebhookSecretResponses, V1TestWebhookEndpointData, V1TestWebhookEndpointErrors, V1TestWebhookEndpointResponses, V1WebhookDeliveriesData, V1WebhookDeliveriesErrors, V1WebhookDeliveriesResponses, V1WebhookEndpointsData, V1WebhookEndpointsErrors, V1WebhookEndpointsResponses } from './types.gen.js';
export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: Record<string, unknown>;
};
/**
 * Redeem a customer’s open scan at a till, by its code or by its token
 *
 * An API key with the scope redeem.
 */
export declare const v1CreateRedemption: <ThrowOnError extends boolean = false>(options: Options<V1CreateRedemptionData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1CreateRedemptionResponses, V1CreateRedemptionErrors, ThrowOnError, "fields">;
/**
 * One redemption of a site of the key
 *
 * An API key with the scope redeem.
 */
export declare const v1Redemption: <ThrowOnError extends boolean = false>(options: Options<V1RedemptionData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1RedemptionResponses, V1RedemptionErrors, ThrowOnError, "fields">;
/**
 * Reverse a redemption of a site of the key, or a part of its sale amount
 *
 * An API key with the scope redeem.
 */
export declare const v1ReverseRedemption: <ThrowOnError extends boolean = false>(options: Options<V1ReverseRedemptionData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1ReverseRedemptionResponses, V1ReverseRedemptionErrors, ThrowOnError, "fields">;
/**
 * Take the API key of a device pairing, once
 *
 * Anyone, signed in or not.
 */
export declare const v1AcceptDevicePairing: <ThrowOnError extends boolean = false>(options: Options<V1AcceptDevicePairingData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1AcceptDevicePairingResponses, V1AcceptDevicePairingErrors, ThrowOnError, "fields">;
/**
 * QRs of a site of the key, newest first
 *
 * An API key with the scope read:qrs.
 */
export declare const v1Qrs: <ThrowOnError extends boolean = false>(options: Options<V1QrsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1QrsResponses, V1QrsErrors, ThrowOnError, "fields">;
/**
 * Create a root QR at a site of the key
 *
 * An API key with the scope write:qrs.
 */
export declare const v1CreateQr: <ThrowOnError extends boolean = false>(options: Options<V1CreateQrData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1CreateQrResponses, V1CreateQrErrors, ThrowOnError, "fields">;
/**
 * One QR of a site of the key
 *
 * An API key with the scope read:qrs.
 */
export declare const v1Qr: <ThrowOnError extends boolean = false>(options: Options<V1QrData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1QrResponses, V1QrErrors, ThrowOnError, "fields">;
/**
 * Take a QR of a site of the key out of use
 *
 * An API key with the scope write:qrs.
 */
export declare const v1DeactivateQr: <ThrowOnError extends boolean = false>(options: Options<V1DeactivateQrData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1DeactivateQrResponses, V1DeactivateQrErrors, ThrowOnError, "fields">;
/**
 * Put a deactivated QR of a site of the key back into use
 *
 * An API key with the scope write:qrs.
 */
export declare const v1ActivateQr: <ThrowOnError extends boolean = false>(options: Options<V1ActivateQrData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1ActivateQrResponses, V1ActivateQrErrors, ThrowOnError, "fields">;
/**
 * Ledger entries of a site of the key, newest first
 *
 * An API key with the scope read:ledger.
 */
export declare const v1Ledger: <ThrowOnError extends boolean = false>(options: Options<V1LedgerData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1LedgerResponses, V1LedgerErrors, ThrowOnError, "fields">;
/**
 * What a site of the key owes at a moment, in total and by distributor, those who are owed most first
 *
 * An API key with the scope read:ledger.
 */
export declare const v1Balances: <ThrowOnError extends boolean = false>(options: Options<V1BalancesData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1BalancesResponses, V1BalancesErrors, ThrowOnError, "fields">;
/**
 * Payouts of the sites of the key, newest first
 *
 * An API key with the scope payouts.
 */
export declare const v1Payouts: <ThrowOnError extends boolean = false>(options?: Options<V1PayoutsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1PayoutsResponses, V1PayoutsErrors, ThrowOnError, "fields">;
/**
 * Generate a payout for each distributor whose payable net reaches the minimum of a site of the key
 *
 * An API key with the scope payouts.
 */
export declare const v1GeneratePayouts: <ThrowOnError extends boolean = false>(options: Options<V1GeneratePayoutsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1GeneratePayoutsResponses, V1GeneratePayoutsErrors, ThrowOnError, "fields">;
/**
 * Say that a payout of a site of the key was paid
 *
 * An API key with the scope payouts.
 */
export declare const v1MarkPayoutPaid: <ThrowOnError extends boolean = false>(options: Options<V1MarkPayoutPaidData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1MarkPayoutPaidResponses, V1MarkPayoutPaidErrors, ThrowOnError, "fields">;
/**
 * Cancel a payout of a site of the key, such as one whose transfer failed; its entries are payable again
 *
 * An API key with the scope payouts.
 */
export declare const v1CancelPayout: <ThrowOnError extends boolean = false>(options: Options<V1CancelPayoutData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1CancelPayoutResponses, V1CancelPayoutErrors, ThrowOnError, "fields">;
/**
 * My business's webhook endpoints, oldest first; at most 20
 *
 * An API key with the scope webhooks.
 */
export declare const v1WebhookEndpoints: <ThrowOnError extends boolean = false>(options?: Options<V1WebhookEndpointsData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1WebhookEndpointsResponses, V1WebhookEndpointsErrors, ThrowOnError, "fields">;
/**
 * Create a webhook endpoint. It receives what happens from now on. The answer is the only one that has its secret
 *
 * An API key with the scope webhooks.
 */
export declare const v1CreateWebhookEndpoint: <ThrowOnError extends boolean = false>(options: Options<V1CreateWebhookEndpointData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1CreateWebhookEndpointResponses, V1CreateWebhookEndpointErrors, ThrowOnError, "fields">;
/**
 * Remove an endpoint with its delivery log
 *
 * An API key with the scope webhooks.
 */
export declare const v1RemoveWebhookEndpoint: <ThrowOnError extends boolean = false>(options: Options<V1RemoveWebhookEndpointData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1RemoveWebhookEndpointResponses, V1RemoveWebhookEndpointErrors, ThrowOnError, "fields">;
/**
 * Change an endpoint’s address, types and sites. It continues at its position
 *
 * An API key with the scope webhooks.
 */
export declare const v1ChangeWebhookEndpoint: <ThrowOnError extends boolean = false>(options: Options<V1ChangeWebhookEndpointData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1ChangeWebhookEndpointResponses, V1ChangeWebhookEndpointErrors, ThrowOnError, "fields">;
/**
 * Give an endpoint a new secret. For a day the old one signs, too
 *
 * An API key with the scope webhooks.
 */
export declare const v1RotateWebhookSecret: <ThrowOnError extends boolean = false>(options: Options<V1RotateWebhookSecretData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1RotateWebhookSecretResponses, V1RotateWebhookSecretErrors, ThrowOnError, "fields">;
/**
 * Send a message of type webhook.test, once
 *
 * An API key with the scope webhooks.
 */
export declare const v1TestWebhookEndpoint: <ThrowOnError extends boolean = false>(options: Options<V1TestWebhookEndpointData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1TestWebhookEndpointResponses, V1TestWebhookEndpointErrors, ThrowOnError, "fields">;
/**
 * The delivery log of an endpoint, newest first; with status=parked only what it did not receive
 *
 * An API key with the scope webhooks.
 */
export declare const v1WebhookDeliveries: <ThrowOnError extends boolean = false>(options: Options<V1WebhookDeliveriesData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1WebhookDeliveriesResponses, V1WebhookDeliveriesErrors, ThrowOnError, "fields">;
/**
 * Send a delivery again, once. One that is being retried is tried now
 *
 * An API key with the scope webhooks.
 */
export declare const v1ResendWebhookDelivery: <ThrowOnError extends boolean = false>(options: Options<V1ResendWebhookDeliveryData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1ResendWebhookDeliveryResponses, V1ResendWebhookDeliveryErrors, ThrowOnError, "fields">;
/**
 * Deliver again, in order, all messages after a position or from a time on. A dry run counts them
 *
 * An API key with the scope webhooks.
 */
export declare const v1ReplayWebhooks: <ThrowOnError extends boolean = false>(options: Options<V1ReplayWebhooksData, ThrowOnError>) => import("./client/types.gen.js").RequestResult<V1ReplayWebhooksResponses, V1ReplayWebhooksErrors, ThrowOnError, "fields">;
