/** Signing in on the way to this screen selects the staff role. */
export const STAFF_SCREEN = '/staff-validation';
export const STAFF_LOGIN = `/login?${new URLSearchParams({ intent: 'customer', returnTo: STAFF_SCREEN })}`;
