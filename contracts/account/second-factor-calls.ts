import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { secret } from '../kernel/secret-text.ts';
import { knownPassword, oneTimeCode } from './fields.ts';

/** The number of recovery codes of a second factor. */
export const RECOVERY_CODES = 10;

const call = callsOf('Accounts');
const path = '/api/auth/second-factor';

export const secondFactorCalls = {
  secondFactor: call('GET', path, {
    summary: 'Whether my account has a second factor',
    access: 'signed_in',
    answer: z.strictObject({
      /** `unavailable`: the account has no password, so its provider is responsible for second factors. */
      state: z.enum(['on', 'off', 'unavailable']),
      /** Unused recovery codes; 0 without a second factor. */
      recoveryCodesLeft: z.int().min(0).max(RECOVERY_CODES),
    }),
  }),
  beginSecondFactor: call('POST', `${path}/begin`, {
    summary: 'Create the secret of a second factor. It takes effect when a code confirms it within half an hour',
    access: 'signed_in',
    body: z.strictObject({ currentPassword: knownPassword }),
    answer: z.strictObject({
      /** 160 bits in base32, to type into an authenticator. */
      secret: secret(z.string()),
      /** The same as an address `otpauth://totp/…`, to show as a QR. */
      address: secret(z.string()),
    }),
    // On a stranger's address it would lock the owner of the address out.
    sensitive: { proof: 'body', needsVerifiedAddress: true, notice: null },
  }),
  confirmSecondFactor: call('POST', `${path}/confirm`, {
    summary: 'Activate the second factor with a code. This session gets a new cookie; all other sessions end',
    access: 'signed_in',
    body: z.strictObject({ oneTimeCode }),
    answer: z.strictObject({
      /** Shown this once. Each signs in once, in the place of a code. */
      recoveryCodes: z.array(secret(z.string())).length(RECOVERY_CODES),
    }),
    sensitive: { proof: 'body', needsVerifiedAddress: true, notice: 'second_factor_on' },
  }),
  turnOffSecondFactor: call('POST', `${path}/turn-off`, {
    summary: 'Turn my second factor off',
    access: 'signed_in',
    body: z.strictObject({ currentPassword: knownPassword, oneTimeCode }),
    answer: z.undefined(),
    status: 204,
    sensitive: { proof: 'body', needsVerifiedAddress: false, notice: 'second_factor_off' },
  }),
} as const;
