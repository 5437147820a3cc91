import { createRoot } from 'react-dom/client';
import './accounts.css';
import { brandMobile } from '../lib/brand.ts';
import { readBootstrapData } from '../lib/public/bootstrap-data.ts';
import { applySavedTheme } from '../lib/theme-choice.ts';
import { AccountPages } from './account-element.tsx';
import { wordsFor } from './load-words.ts';
import { accountPathOf } from './page-of-path.ts';

const root = document.getElementById('root');
if (!root) throw new Error('account.html has no #root');

applySavedTheme();
const data = readBootstrapData();
const { language, words } = await wordsFor('account', data);
document.documentElement.lang = language;
const path = accountPathOf(location.pathname) ?? '/login';
createRoot(root).render(<AccountPages {...{ path, language, words, data }} brand={brandMobile()} />);
