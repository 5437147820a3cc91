import { type ReactElement, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './pages.css';
import { brandMobile } from '../lib/brand.ts';
import { readBootstrapData } from '../lib/public/bootstrap-data.ts';
import { noteServerTime } from '../lib/public/time.ts';
import { LinkPage } from '../scan/link-pages/link-page.tsx';
import { wordsFor } from './load-words.ts';
import { pageOfPath } from './page-of-path.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const page = pageOfPath(location.pathname);
const bootstrap = readBootstrapData();
noteServerTime(bootstrap?.renderedAt);
const { language, words } = await wordsFor(page.page, bootstrap);
document.documentElement.lang = language;
// Renders again over the server's HTML, in the visitor's time zone.
const settings = { language, words, brand: brandMobile(), data: bootstrap };
const view = createRoot(root);
// The server's HTML is readable meanwhile, so React renders in short tasks, between which the page answers taps.
const render = (element: ReactElement) => startTransition(() => view.render(element));
if (page.page === 'link') render(<LinkPage {...page} {...settings} />);
// Not awaited: the module imports from this chunk, so awaiting it here would be a deadlock.
else void import('./landing/landing-page.tsx').then(({ LandingPage }) => render(<LandingPage {...settings} />));
