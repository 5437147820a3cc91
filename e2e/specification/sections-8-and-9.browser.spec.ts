/** Specification 8, every text, and the constants of 9 that are seen or felt on a screen. */
import './section-8-qr-toasts.ts';
import './section-8-scan-toasts.ts';
import './section-8-owner-toasts.ts';
import './section-8-inline.ts';
import './section-9-notifications.ts';
