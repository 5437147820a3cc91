/** Texts and elements of each screen. */
import './section-2-shell.ts';
import './section-2-qr-management.ts';
import './section-2-scan-page.ts';
import './section-2-business.ts';
