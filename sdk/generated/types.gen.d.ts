export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};
export type LedgerEntry = {
    id: string;
    qrId: string;
    sourceQrId: string;
    redemptionId: string;
    commissionPercent: string;
    commissionAmount: string;
    earnedAmount: string;
    siteId: string;
    siteName: string;
    siteTimeZone: string;
    distributorId: string;
    distributorName: string;
    currency: 'EUR' | 'USD' | 'GBP';
    state: 'pending' | 'payable' | 'in_payout' | 'paid' | 'reversed' | 'written_off' | 'awaiting_confirmation' | 'lapsed';
    maturesAt: string;
    createdAt: string;
    awaitingUntil: string | null;
    reversesEntryId: string | null;
    payoutId: string | null;
    paidAt: string | null;
};
export type Payout = {
    id: string;
    siteId: string;
    distributorId: string;
    name: string;
    amount: string;
    currency: 'EUR' | 'USD' | 'GBP';
    status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'returned' | 'written_off';
    entries: number;
    reference: string | null;
    reason: string | null;
    settlement: 'by_hand' | 'provider';
    funding: 'awaiting_approval' | 'collecting' | 'collected' | 'failed' | 'disputed' | 'settled' | 'refunded' | null;
    failure: 'no_payout_account' | 'refused_by_provider' | 'not_collected' | 'no_payment_method' | 'action_required' | 'payment_refused' | 'not_approved' | null;
    createdAt: string;
    siteTimeZone?: string;
};
export type Problem = {
    type: 'about:blank';
    title: string;
    status: number;
    detail: string;
    message: string;
    code: string;
    values?: {
        [key: string]: string | number;
    };
    issues?: Array<{
        path: string;
        code: string;
        message: string;
        values?: {
            [key: string]: string | number;
        };
    }>;
    requestId?: string;
};
/**
 * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
 */
export type MinPosition = string;
/**
 * The same key with the same request gets the first answer again, and nothing happens twice.
 */
export type IdempotencyKey = string;
export type V1CreateRedemptionData = {
    body: {
        siteId: string;
        code?: string;
        token?: string;
        saleAmount?: string;
        reference?: string;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/redemptions';
};
export type V1CreateRedemptionErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     *
     * `OFFER_EXPIRED`: This offer has expired
     *
     * `OFFER_INACTIVE`: This offer is not available right now
     *
     * `OFFER_FULL`: This offer has reached its maximum redemptions
     *
     * `SALE_AMOUNT_TOO_HIGH`: This site accepts sale amounts of up to {limit} {currency}.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `PLAN_LIMIT_REACHED`: The {plan} plan allows {limit}, and this needs {asked}. The owner of the business can change the plan.
     */
    402: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     *
     * `CODE_ENTRY_NOT_ALLOWED`: This site does not accept typed codes. Scan the QR on the customer’s screen.
     *
     * `CUSTOMER_EARNS`: This customer earns from this QR code and can't redeem it.
     */
    403: Problem;
    /**
     * `UNKNOWN_REDEMPTION_CODE`: This redemption code is invalid, used or expired.
     *
     * `INVALID_TOKEN`: The QR code is unknown.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `TILL_REFERENCE_USED`: This reference was used for another code or sale amount. Send a new one.
     *
     * `ALREADY_REDEEMED`: This benefit has already been redeemed.
     *
     * `LIMIT_OF_CUSTOMER_REACHED`: This customer has reached the redemption limit of this offer.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     *
     * `CODE_ENTRY_LOCKED`: Too many wrong codes. Wait {minutes} minutes, or scan the QR on the customer’s screen.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1CreateRedemptionError = V1CreateRedemptionErrors[keyof V1CreateRedemptionErrors];
export type V1CreateRedemptionResponses = {
    /**
     * The request was answered before: the same answer again.
     */
    200: {
        id: string;
        siteId: string;
        qrId: string;
        benefit: string;
        saleAmount: string;
        currency: 'EUR' | 'USD' | 'GBP';
        reference: string | null;
        redeemedAt: string;
        position: string;
    };
    /**
     * Done, and something new is there.
     */
    201: {
        id: string;
        siteId: string;
        qrId: string;
        benefit: string;
        saleAmount: string;
        currency: 'EUR' | 'USD' | 'GBP';
        reference: string | null;
        redeemedAt: string;
        position: string;
    };
};
export type V1CreateRedemptionResponse = V1CreateRedemptionResponses[keyof V1CreateRedemptionResponses];
export type V1RedemptionData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path: {
        redemptionId: string;
    };
    query?: never;
    url: '/api/v1/redemptions/{redemptionId}';
};
export type V1RedemptionErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `REDEMPTION_NOT_FOUND`: This redemption does not exist.
     */
    404: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1RedemptionError = V1RedemptionErrors[keyof V1RedemptionErrors];
export type V1RedemptionResponses = {
    /**
     * Done.
     */
    200: {
        id: string;
        siteId: string;
        qrId: string;
        benefit: string;
        saleAmount: string;
        currency: 'EUR' | 'USD' | 'GBP';
        reference: string | null;
        redeemedAt: string;
        position: string;
        reversedAt: string | null;
        reversedAmount: string;
        whollyReversed: boolean;
    };
};
export type V1RedemptionResponse = V1RedemptionResponses[keyof V1RedemptionResponses];
export type V1ReverseRedemptionData = {
    body: {
        reason: string;
        amount?: string;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        redemptionId: string;
    };
    query?: never;
    url: '/api/v1/redemptions/{redemptionId}/reversals';
};
export type V1ReverseRedemptionErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     *
     * `REVERSAL_TOO_HIGH`: You can reverse at most {left}.
     *
     * `NOTHING_TO_REVERSE`: The amount to reverse must be more than 0.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `REDEMPTION_NOT_FOUND`: This redemption does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `ALREADY_REVERSED`: The whole sale amount is already reversed.
     *
     * `CONFIRMATION_MISSING`: Staff have not confirmed this redemption, so you can only reverse it in full.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1ReverseRedemptionError = V1ReverseRedemptionErrors[keyof V1ReverseRedemptionErrors];
export type V1ReverseRedemptionResponses = {
    /**
     * Done, and something new is there.
     */
    201: {
        id: string;
        redemptionId: string;
        amount: string;
        whole: boolean;
        position: string;
    };
};
export type V1ReverseRedemptionResponse = V1ReverseRedemptionResponses[keyof V1ReverseRedemptionResponses];
export type V1AcceptDevicePairingData = {
    body?: never;
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        token: string;
    };
    query?: never;
    url: '/api/v1/device-pairings/{token}/accept';
};
export type V1AcceptDevicePairingErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     *
     * `DEVICE_PAIRING_INVALID`: This pairing code is invalid, used or expired.
     */
    400: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `TOO_MANY_API_KEYS`: You have {limit} API keys. Revoke one first.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1AcceptDevicePairingError = V1AcceptDevicePairingErrors[keyof V1AcceptDevicePairingErrors];
export type V1AcceptDevicePairingResponses = {
    /**
     * Done, and something new is there.
     */
    201: {
        key: string;
        siteId: string;
        scopes: Array<'redeem' | 'read:qrs' | 'write:qrs' | 'read:ledger' | 'payouts' | 'webhooks'>;
    };
};
export type V1AcceptDevicePairingResponse = V1AcceptDevicePairingResponses[keyof V1AcceptDevicePairingResponses];
export type V1QrsData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path?: never;
    query: {
        limit?: string;
        cursor?: string;
        q?: string;
        siteId: string;
    };
    url: '/api/v1/qrs';
};
export type V1QrsErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1QrsError = V1QrsErrors[keyof V1QrsErrors];
export type V1QrsResponses = {
    /**
     * Done.
     */
    200: Array<{
        id: string;
        siteId: string;
        name: string;
        internalName: string | null;
        type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD';
        discountPercent: number | null;
        discountFixedAmount: number | null;
        textReward: string | null;
        benefitDisplay: string;
        commissionPercent: string;
        availableCommission: number;
        maxRedemptions: number | null;
        externalUrl: string | null;
        parentQrId: string | null;
        depth: number;
        currency: 'EUR' | 'USD' | 'GBP';
        isClaimed: boolean;
        approval: 'waiting' | 'declined' | null;
        isActive: boolean;
        issuePeriod: number;
        expiresAtUtc: string;
        renewalPolicy: 'none' | 'auto_reissue_on_expire';
        periodRedemptions: number;
        isExpired: boolean;
        isMaxedOut: boolean;
        totalScans: number;
        totalRedemptions: number;
        createdAt: string;
        distributorId: string | null;
    }>;
};
export type V1QrsResponse = V1QrsResponses[keyof V1QrsResponses];
export type V1CreateQrData = {
    body: {
        siteId: string;
        name: string;
        internalName?: string | null;
        type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD';
        discountPercent?: number | null;
        discountFixedAmount?: number | null;
        textReward?: string | null;
        commissionPercent?: string;
        maxRedemptions?: number | null;
        externalUrl?: (unknown & unknown) | null;
        renewalPolicy?: 'none' | 'auto_reissue_on_expire';
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/qrs';
};
export type V1CreateQrErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     *
     * `SITE_INACTIVE`: This site is not active.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `PLAN_LIMIT_REACHED`: The {plan} plan allows {limit}, and this needs {asked}. The owner of the business can change the plan.
     */
    402: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1CreateQrError = V1CreateQrErrors[keyof V1CreateQrErrors];
export type V1CreateQrResponses = {
    /**
     * Done, and something new is there.
     */
    201: {
        id: string;
        siteId: string;
        name: string;
        internalName: string | null;
        type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD';
        discountPercent: number | null;
        discountFixedAmount: number | null;
        textReward: string | null;
        benefitDisplay: string;
        commissionPercent: string;
        availableCommission: number;
        maxRedemptions: number | null;
        externalUrl: string | null;
        parentQrId: string | null;
        depth: number;
        currency: 'EUR' | 'USD' | 'GBP';
        isClaimed: boolean;
        approval: 'waiting' | 'declined' | null;
        isActive: boolean;
        issuePeriod: number;
        expiresAtUtc: string;
        renewalPolicy: 'none' | 'auto_reissue_on_expire';
        periodRedemptions: number;
        isExpired: boolean;
        isMaxedOut: boolean;
        totalScans: number;
        totalRedemptions: number;
        createdAt: string;
        distributorId: string | null;
    };
};
export type V1CreateQrResponse = V1CreateQrResponses[keyof V1CreateQrResponses];
export type V1QrData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path: {
        qrId: string;
    };
    query?: never;
    url: '/api/v1/qrs/{qrId}';
};
export type V1QrErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `QR_NOT_FOUND`: This QR code does not exist.
     */
    404: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1QrError = V1QrErrors[keyof V1QrErrors];
export type V1QrResponses = {
    /**
     * Done.
     */
    200: {
        id: string;
        siteId: string;
        name: string;
        internalName: string | null;
        type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD';
        discountPercent: number | null;
        discountFixedAmount: number | null;
        textReward: string | null;
        benefitDisplay: string;
        commissionPercent: string;
        availableCommission: number;
        maxRedemptions: number | null;
        externalUrl: string | null;
        parentQrId: string | null;
        depth: number;
        currency: 'EUR' | 'USD' | 'GBP';
        isClaimed: boolean;
        approval: 'waiting' | 'declined' | null;
        isActive: boolean;
        issuePeriod: number;
        expiresAtUtc: string;
        renewalPolicy: 'none' | 'auto_reissue_on_expire';
        periodRedemptions: number;
        isExpired: boolean;
        isMaxedOut: boolean;
        totalScans: number;
        totalRedemptions: number;
        createdAt: string;
        distributorId: string | null;
    };
};
export type V1QrResponse = V1QrResponses[keyof V1QrResponses];
export type V1DeactivateQrData = {
    body?: never;
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        qrId: string;
    };
    query?: never;
    url: '/api/v1/qrs/{qrId}/deactivate';
};
export type V1DeactivateQrErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `QR_NOT_FOUND`: This QR code does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1DeactivateQrError = V1DeactivateQrErrors[keyof V1DeactivateQrErrors];
export type V1DeactivateQrResponses = {
    /**
     * Done.
     */
    200: {
        id: string;
        siteId: string;
        name: string;
        internalName: string | null;
        type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD';
        discountPercent: number | null;
        discountFixedAmount: number | null;
        textReward: string | null;
        benefitDisplay: string;
        commissionPercent: string;
        availableCommission: number;
        maxRedemptions: number | null;
        externalUrl: string | null;
        parentQrId: string | null;
        depth: number;
        currency: 'EUR' | 'USD' | 'GBP';
        isClaimed: boolean;
        approval: 'waiting' | 'declined' | null;
        isActive: boolean;
        issuePeriod: number;
        expiresAtUtc: string;
        renewalPolicy: 'none' | 'auto_reissue_on_expire';
        periodRedemptions: number;
        isExpired: boolean;
        isMaxedOut: boolean;
        totalScans: number;
        totalRedemptions: number;
        createdAt: string;
        distributorId: string | null;
    };
};
export type V1DeactivateQrResponse = V1DeactivateQrResponses[keyof V1DeactivateQrResponses];
export type V1ActivateQrData = {
    body?: never;
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        qrId: string;
    };
    query?: never;
    url: '/api/v1/qrs/{qrId}/activate';
};
export type V1ActivateQrErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     *
     * `QR_NOT_APPROVED`: The site owner has not approved this QR code.
     *
     * `TOO_MANY_SPLITS_IN_TREE`: A commission tree of this site can have at most {limit} splits.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `PLAN_LIMIT_REACHED`: The {plan} plan allows {limit}, and this needs {asked}. The owner of the business can change the plan.
     */
    402: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `QR_NOT_FOUND`: This QR code does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1ActivateQrError = V1ActivateQrErrors[keyof V1ActivateQrErrors];
export type V1ActivateQrResponses = {
    /**
     * Done.
     */
    200: {
        id: string;
        siteId: string;
        name: string;
        internalName: string | null;
        type: 'DISCOUNT_PERCENT' | 'DISCOUNT_FIXED' | 'TEXT_REWARD';
        discountPercent: number | null;
        discountFixedAmount: number | null;
        textReward: string | null;
        benefitDisplay: string;
        commissionPercent: string;
        availableCommission: number;
        maxRedemptions: number | null;
        externalUrl: string | null;
        parentQrId: string | null;
        depth: number;
        currency: 'EUR' | 'USD' | 'GBP';
        isClaimed: boolean;
        approval: 'waiting' | 'declined' | null;
        isActive: boolean;
        issuePeriod: number;
        expiresAtUtc: string;
        renewalPolicy: 'none' | 'auto_reissue_on_expire';
        periodRedemptions: number;
        isExpired: boolean;
        isMaxedOut: boolean;
        totalScans: number;
        totalRedemptions: number;
        createdAt: string;
        distributorId: string | null;
    };
};
export type V1ActivateQrResponse = V1ActivateQrResponses[keyof V1ActivateQrResponses];
export type V1LedgerData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path?: never;
    query: {
        limit?: string;
        cursor?: string;
        siteId: string;
    };
    url: '/api/v1/ledger';
};
export type V1LedgerErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1LedgerError = V1LedgerErrors[keyof V1LedgerErrors];
export type V1LedgerResponses = {
    /**
     * Done.
     */
    200: Array<LedgerEntry>;
};
export type V1LedgerResponse = V1LedgerResponses[keyof V1LedgerResponses];
export type V1BalancesData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path?: never;
    query: {
        limit?: string;
        cursor?: string;
        siteId: string;
        asOf?: string;
    };
    url: '/api/v1/balances';
};
export type V1BalancesErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1BalancesError = V1BalancesErrors[keyof V1BalancesErrors];
export type V1BalancesResponses = {
    /**
     * Done.
     */
    200: {
        asOf: string;
        totals: Array<{
            currency: 'EUR' | 'USD' | 'GBP';
            earned: string;
            takenBack: string;
            paidOut: string;
            writtenOff: string;
            owed: string;
            payable: string;
            inPayout: string;
        }>;
        minimumPayout: string;
        currency: 'EUR' | 'USD' | 'GBP';
        distributors: Array<{
            distributorId: string;
            name: string;
            isErased: boolean;
            currency: 'EUR' | 'USD' | 'GBP';
            earned: string;
            takenBack: string;
            paidOut: string;
            writtenOff: string;
            owed: string;
            payable: string;
            inPayout: string;
        }>;
    };
};
export type V1BalancesResponse = V1BalancesResponses[keyof V1BalancesResponses];
export type V1PayoutsData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path?: never;
    query?: {
        limit?: string;
        cursor?: string;
        siteId?: string;
    };
    url: '/api/v1/payouts';
};
export type V1PayoutsErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1PayoutsError = V1PayoutsErrors[keyof V1PayoutsErrors];
export type V1PayoutsResponses = {
    /**
     * Done.
     */
    200: Array<Payout>;
};
export type V1PayoutsResponse = V1PayoutsResponses[keyof V1PayoutsResponses];
export type V1GeneratePayoutsData = {
    body: {
        siteId: string;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/payouts';
};
export type V1GeneratePayoutsErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     *
     * `PAYOUTS_NEED_OWNER`: This business pays out through its payment provider. The owner has to generate these payouts.
     */
    403: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `LEDGER_DIFFERS`: The ledger of a distributor differs from the recorded redemptions, so this balance was not settled. Please tell the operator.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1GeneratePayoutsError = V1GeneratePayoutsErrors[keyof V1GeneratePayoutsErrors];
export type V1GeneratePayoutsResponses = {
    /**
     * Done, and something new is there.
     */
    201: {
        payouts: Array<Payout>;
        minimumPayout: string;
        currency: 'EUR' | 'USD' | 'GBP';
    };
};
export type V1GeneratePayoutsResponse = V1GeneratePayoutsResponses[keyof V1GeneratePayoutsResponses];
export type V1MarkPayoutPaidData = {
    body: {
        reference: string;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        payoutId: string;
    };
    query?: never;
    url: '/api/v1/payouts/{payoutId}/mark-paid';
};
export type V1MarkPayoutPaidErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `PAYOUT_NOT_FOUND`: This payout does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `PAYOUT_NOT_PROCESSING`: This payout is already {status}.
     *
     * `PAYOUT_BY_PROVIDER`: The payment provider transfers this payout, so you can't settle it manually.
     *
     * `PAYOUT_NEEDS_APPROVAL`: Payouts above {limit} {currency} need the approval of a second person. Ask an approver of the site, then mark it as paid.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1MarkPayoutPaidError = V1MarkPayoutPaidErrors[keyof V1MarkPayoutPaidErrors];
export type V1MarkPayoutPaidResponses = {
    /**
     * Done.
     */
    200: Payout;
};
export type V1MarkPayoutPaidResponse = V1MarkPayoutPaidResponses[keyof V1MarkPayoutPaidResponses];
export type V1CancelPayoutData = {
    body: {
        reason: string;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        payoutId: string;
    };
    query?: never;
    url: '/api/v1/payouts/{payoutId}/cancel';
};
export type V1CancelPayoutErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `PAYOUT_NOT_FOUND`: This payout does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `PAYOUT_NOT_PROCESSING`: This payout is already {status}.
     *
     * `PAYOUT_BY_PROVIDER`: The payment provider transfers this payout, so you can't settle it manually.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1CancelPayoutError = V1CancelPayoutErrors[keyof V1CancelPayoutErrors];
export type V1CancelPayoutResponses = {
    /**
     * Done.
     */
    200: Payout;
};
export type V1CancelPayoutResponse = V1CancelPayoutResponses[keyof V1CancelPayoutResponses];
export type V1WebhookEndpointsData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/webhook-endpoints';
};
export type V1WebhookEndpointsErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     */
    403: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1WebhookEndpointsError = V1WebhookEndpointsErrors[keyof V1WebhookEndpointsErrors];
export type V1WebhookEndpointsResponses = {
    /**
     * Done.
     */
    200: Array<{
        id: string;
        url: string;
        eventTypes: Array<'*' | 'scan.created' | 'redemption.created' | 'redemption.confirmed' | 'redemption.reversed' | 'qr.created' | 'qr.claimed' | 'qr.deactivated' | 'qr.expiring' | 'payout.generated' | 'payout.paid' | 'payout.failed' | 'payout.returned' | 'distributor.blocked'>;
        siteIds: Array<string> | null;
        publicKey: string;
        createdAt: string;
        status: 'active' | 'failing' | 'disabled';
        disabledReason: 'gone' | 'failing' | null;
        position: string;
        parked: number;
        failingSince: string | null;
        nextAttemptAt: string | null;
    }>;
};
export type V1WebhookEndpointsResponse = V1WebhookEndpointsResponses[keyof V1WebhookEndpointsResponses];
export type V1CreateWebhookEndpointData = {
    body: {
        url: unknown & unknown;
        eventTypes: Array<'*' | 'scan.created' | 'redemption.created' | 'redemption.confirmed' | 'redemption.reversed' | 'qr.created' | 'qr.claimed' | 'qr.deactivated' | 'qr.expiring' | 'payout.generated' | 'payout.paid' | 'payout.failed' | 'payout.returned' | 'distributor.blocked'>;
        siteIds: Array<string> | null;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/webhook-endpoints';
};
export type V1CreateWebhookEndpointErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     *
     * `TOO_MANY_WEBHOOK_ENDPOINTS`: You have {limit} webhook endpoints. Remove one first.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1CreateWebhookEndpointError = V1CreateWebhookEndpointErrors[keyof V1CreateWebhookEndpointErrors];
export type V1CreateWebhookEndpointResponses = {
    /**
     * Done, and something new is there.
     */
    201: {
        id: string;
        url: string;
        eventTypes: Array<'*' | 'scan.created' | 'redemption.created' | 'redemption.confirmed' | 'redemption.reversed' | 'qr.created' | 'qr.claimed' | 'qr.deactivated' | 'qr.expiring' | 'payout.generated' | 'payout.paid' | 'payout.failed' | 'payout.returned' | 'distributor.blocked'>;
        siteIds: Array<string> | null;
        publicKey: string;
        secret: string;
    };
};
export type V1CreateWebhookEndpointResponse = V1CreateWebhookEndpointResponses[keyof V1CreateWebhookEndpointResponses];
export type V1RemoveWebhookEndpointData = {
    body?: never;
    path: {
        endpointId: string;
    };
    query?: never;
    url: '/api/v1/webhook-endpoints/{endpointId}';
};
export type V1RemoveWebhookEndpointErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     */
    404: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1RemoveWebhookEndpointError = V1RemoveWebhookEndpointErrors[keyof V1RemoveWebhookEndpointErrors];
export type V1RemoveWebhookEndpointResponses = {
    /**
     * Done.
     */
    204: void;
};
export type V1RemoveWebhookEndpointResponse = V1RemoveWebhookEndpointResponses[keyof V1RemoveWebhookEndpointResponses];
export type V1ChangeWebhookEndpointData = {
    body: {
        url?: unknown & unknown;
        eventTypes?: Array<'*' | 'scan.created' | 'redemption.created' | 'redemption.confirmed' | 'redemption.reversed' | 'qr.created' | 'qr.claimed' | 'qr.deactivated' | 'qr.expiring' | 'payout.generated' | 'payout.paid' | 'payout.failed' | 'payout.returned' | 'distributor.blocked'>;
        siteIds?: Array<string> | null;
        seen?: {
            url?: unknown;
            eventTypes?: unknown;
            siteIds?: unknown;
        };
        enabled?: true;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        endpointId: string;
    };
    query?: never;
    url: '/api/v1/webhook-endpoints/{endpointId}';
};
export type V1ChangeWebhookEndpointErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1ChangeWebhookEndpointError = V1ChangeWebhookEndpointErrors[keyof V1ChangeWebhookEndpointErrors];
export type V1ChangeWebhookEndpointResponses = {
    /**
     * Done.
     */
    200: {
        id: string;
        url: string;
        eventTypes: Array<'*' | 'scan.created' | 'redemption.created' | 'redemption.confirmed' | 'redemption.reversed' | 'qr.created' | 'qr.claimed' | 'qr.deactivated' | 'qr.expiring' | 'payout.generated' | 'payout.paid' | 'payout.failed' | 'payout.returned' | 'distributor.blocked'>;
        siteIds: Array<string> | null;
        publicKey: string;
        createdAt: string;
        status: 'active' | 'failing' | 'disabled';
        disabledReason: 'gone' | 'failing' | null;
        position: string;
        parked: number;
        failingSince: string | null;
        nextAttemptAt: string | null;
    };
};
export type V1ChangeWebhookEndpointResponse = V1ChangeWebhookEndpointResponses[keyof V1ChangeWebhookEndpointResponses];
export type V1RotateWebhookSecretData = {
    body?: never;
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        endpointId: string;
    };
    query?: never;
    url: '/api/v1/webhook-endpoints/{endpointId}/rotate-secret';
};
export type V1RotateWebhookSecretErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1RotateWebhookSecretError = V1RotateWebhookSecretErrors[keyof V1RotateWebhookSecretErrors];
export type V1RotateWebhookSecretResponses = {
    /**
     * Done.
     */
    200: {
        secret: string;
    };
};
export type V1RotateWebhookSecretResponse = V1RotateWebhookSecretResponses[keyof V1RotateWebhookSecretResponses];
export type V1TestWebhookEndpointData = {
    body?: never;
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        endpointId: string;
    };
    query?: never;
    url: '/api/v1/webhook-endpoints/{endpointId}/test';
};
export type V1TestWebhookEndpointErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1TestWebhookEndpointError = V1TestWebhookEndpointErrors[keyof V1TestWebhookEndpointErrors];
export type V1TestWebhookEndpointResponses = {
    /**
     * Done.
     */
    202: {
        deliveryId: string;
    };
};
export type V1TestWebhookEndpointResponse = V1TestWebhookEndpointResponses[keyof V1TestWebhookEndpointResponses];
export type V1WebhookDeliveriesData = {
    body?: never;
    headers?: {
        /**
         * The X-Position of a command: the answer is no older than that. Waits for it; 503 READ_MODEL_BEHIND past two seconds.
         */
        'X-Min-Position'?: string;
    };
    path: {
        endpointId: string;
    };
    query?: {
        limit?: string;
        cursor?: string;
        status?: 'parked';
    };
    url: '/api/v1/webhook-endpoints/{endpointId}/deliveries';
};
export type V1WebhookDeliveriesErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     */
    404: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1WebhookDeliveriesError = V1WebhookDeliveriesErrors[keyof V1WebhookDeliveriesErrors];
export type V1WebhookDeliveriesResponses = {
    /**
     * Done.
     */
    200: Array<{
        id: string;
        messageId: string;
        type: string;
        position: string;
        status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'parked';
        attempts: number;
        createdAt: string;
        attemptedAt: string | null;
        nextAttemptAt: string | null;
        responseStatus: number | null;
        responseBody: string | null;
        error: string | null;
        body: string;
    }>;
};
export type V1WebhookDeliveriesResponse = V1WebhookDeliveriesResponses[keyof V1WebhookDeliveriesResponses];
export type V1ResendWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        endpointId: string;
        deliveryId: string;
    };
    query?: never;
    url: '/api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend';
};
export type V1ResendWebhookDeliveryErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     *
     * `WEBHOOK_DELIVERY_NOT_FOUND`: This delivery does not exist, or is no longer in the log.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1ResendWebhookDeliveryError = V1ResendWebhookDeliveryErrors[keyof V1ResendWebhookDeliveryErrors];
export type V1ResendWebhookDeliveryResponses = {
    /**
     * Done.
     */
    202: {
        deliveryId: string;
    };
};
export type V1ResendWebhookDeliveryResponse = V1ResendWebhookDeliveryResponses[keyof V1ResendWebhookDeliveryResponses];
export type V1ReplayWebhooksData = {
    body: {
        fromPosition?: string | number;
        from?: string;
        dryRun: boolean;
    };
    headers?: {
        /**
         * The same key with the same request gets the first answer again, and nothing happens twice.
         */
        'Idempotency-Key'?: string;
    };
    path: {
        endpointId: string;
    };
    query?: never;
    url: '/api/v1/webhook-endpoints/{endpointId}/replay';
};
export type V1ReplayWebhooksErrors = {
    /**
     * `VALIDATION_FAILED`: The request is not valid: {detail}
     *
     * `MALFORMED_BODY`: The body is not valid JSON in UTF-8.
     */
    400: Problem;
    /**
     * `API_KEY_INVALID`: This API key is unknown, revoked or expired, or does not work from this network.
     */
    401: Problem;
    /**
     * `FOREIGN_ORIGIN`: This request came from another site and was refused.
     *
     * `VIEWING_ONLY`: You are viewing as another person and can't change anything.
     *
     * `ACCOUNT_LOCKED`: This account is locked. Contact the operator of this site.
     *
     * `API_KEY_SCOPE_MISSING`: This API key does not have the scope {scope}.
     *
     * `API_KEY_SITE_NOT_ALLOWED`: This API key does not work at this site.
     */
    403: Problem;
    /**
     * `NOT_FOUND`: Not found.
     *
     * `WEBHOOK_ENDPOINT_NOT_FOUND`: This webhook endpoint does not exist.
     */
    404: Problem;
    /**
     * `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was already used with another request.
     *
     * `IDEMPOTENCY_KEY_IN_USE`: A request with this Idempotency-Key is still in progress.
     */
    409: Problem;
    /**
     * `BODY_TOO_LARGE`: The request body is too large.
     */
    413: Problem;
    /**
     * `UNSUPPORTED_MEDIA_TYPE`: Send the body as JSON with Content-Type: application/json.
     */
    415: Problem;
    /**
     * `TOO_MUCH_AT_ONCE`: Too many requests at once. Please wait {seconds} seconds and try again.
     *
     * `TOO_MANY_REQUESTS`: Too many attempts. Please wait {seconds} seconds and try again.
     */
    429: Problem;
    /**
     * `INTERNAL`: Something went wrong on our side.
     */
    500: Problem;
    /**
     * `UNAVAILABLE`: The service is not available right now. Please try again.
     *
     * `TOO_MUCH_CONTENTION`: Too many people are changing this at once. Please try again.
     *
     * `READ_MODEL_BEHIND`: The data is still being updated. Please try again.
     */
    503: Problem;
};
export type V1ReplayWebhooksError = V1ReplayWebhooksErrors[keyof V1ReplayWebhooksErrors];
export type V1ReplayWebhooksResponses = {
    /**
     * Done.
     */
    200: {
        events: number;
    };
};
export type V1ReplayWebhooksResponse = V1ReplayWebhooksResponses[keyof V1ReplayWebhooksResponses];
