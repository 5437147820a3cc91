import { prepareScreens } from './open-screen.tsx';

prepareScreens();
