/** Specification 4 to 7, as far as it is the screens that keep them. */
import './section-4-dialogs.ts';
import './section-4-flows.ts';
import './section-4-money-dialogs.ts';
import './section-5-forms.ts';
import './section-7-screens.ts';
