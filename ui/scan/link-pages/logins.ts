import type { LoginIntent } from '@perktree/contracts/account/calls';
import { loginPath } from '../../lib/public/login.ts';
import { lastRole } from '../../lib/storage.ts';

/** The way in that returns to this link, where the scan then opens for the customer. */
export const customerLogin = (token: string): string => wayIn('customer', `/scan/customer/${token}`);

/** The intent `distributor` grants the role that claiming needs; `business` would open a business account. */
export const distributorLogin = (token: string): string => wayIn('distributor', `/scan/distributor/${token}`);

/** Sign-up on a device on which no account has signed in yet. */
const wayIn = (intent: LoginIntent, returnTo: string): string =>
  loginPath(intent, returnTo) + (lastRole() === null ? '&signUp=true' : '');
