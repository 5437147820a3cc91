import { loginPath } from '../../lib/plain/login.ts';

/** To login and back to the same link: the page's scan then opens, and its offer waits as it did. */
export const customerLogin = (token: string): string => loginPath('customer', `/scan/customer/${token}`);

/**
 * Specification 7 has "customer or business" for the link pages. For distributors it is `distributor` here: only that
 * intent grants the role that claiming needs (domain.md 2), while `business` would open a business account for somebody
 * who wants to promote.
 */
export const distributorLogin = (token: string): string => loginPath('distributor', `/scan/distributor/${token}`);
