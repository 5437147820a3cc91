import type { ReactElement } from 'react';
import type landing from '../locales/en/landing.json';
import { LandingPage } from './landing/landing-page.tsx';
import type { PageSettings } from './load-words.ts';

/** The landing page as both the server and the script render it. */
export function landingElement({ words, ...settings }: PageSettings): ReactElement {
  return <LandingPage {...settings} catalogue={words as typeof landing} />;
}
