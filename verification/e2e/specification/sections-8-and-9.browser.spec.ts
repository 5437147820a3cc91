/** Every message, and the constants that a screen shows. */
import './section-8-scan-toasts.ts';
import './section-8-inline.ts';
import './section-9-notifications.ts';
