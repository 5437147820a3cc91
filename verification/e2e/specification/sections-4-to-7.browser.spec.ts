/** States, forms, roles and calls, as the screens implement them. */
import './section-4-dialogs.ts';
import './section-4-flows.ts';
import './section-4-money-dialogs.ts';
import './section-5-forms.ts';
import './section-5-site-configuration.ts';
import './section-7-screens.ts';
