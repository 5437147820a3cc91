import { createRoot } from 'react-dom/client';
import '../lib/tokens.css';
import './base.css';
import './pages.css';
import { brandMobile } from '../lib/brand.ts';
import { currentLanguage } from '../lib/plain/language.ts';
import { loadPage } from './load-page.tsx';
import { pageOfPath } from './page-of-path.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const language = currentLanguage();
document.documentElement.lang = language;
document.title = brandMobile();
createRoot(root).render(await loadPage(pageOfPath(location.pathname), language));
