import { loginPath } from '../../lib/public/login.ts';

/** Login that returns to this link, where the scan then opens for the customer. */
export const customerLogin = (token: string): string => loginPath('customer', `/scan/customer/${token}`);

/** The intent `distributor` grants the role that claiming needs; `business` would open a business account. */
export const distributorLogin = (token: string): string => loginPath('distributor', `/scan/distributor/${token}`);
