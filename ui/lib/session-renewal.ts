/** Tells that this browser's session goes on under a new cookie: what came with the old one has to come again. */
export const sessionRenewal = new EventTarget();
export const RENEWED = 'renewed';
