/** Every message of the scan pages. */
import './section-8-scan-toasts.ts';
