import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { newPassword } from './fields.ts';

const call = callsOf('Accounts');

export const passwordResetCalls = {
  resetPassword: call({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Set a new password by the link of a mail or an operator. All sessions end; no session begins',
    access: 'anyone',
    body: z.strictObject({
      /** The part of the link after `#`. */
      token: z.string().min(1).max(200),
      newPassword,
    }),
    answer: z.undefined(),
    status: 204,
  }),
} as const;
