/** Fires when the session continues under a new cookie: connections with the old cookie must reconnect. */
export const sessionRenewal = new EventTarget();
export const RENEWED = 'renewed';
