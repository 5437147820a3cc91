/** Where staff work: a sign-in on the way there opens it in the role of staff. */
export const STAFF_SCREEN = '/staff-validation';
export const STAFF_LOGIN = `/login?${new URLSearchParams({ intent: 'customer', returnTo: STAFF_SCREEN })}`;
