import { SETTINGS_BEFORE_THEY_EXISTED } from '../site-configuration.ts';
import type { UpcastSteps } from './upcast.ts';

/** SiteCreated and SiteConfigured. Version 2 has settings that version 1 did not know. */
export const siteSteps: UpcastSteps = {
  1: (data) => {
    const event = data as { readonly configuration: object };
    return { ...event, configuration: { ...SETTINGS_BEFORE_THEY_EXISTED, ...event.configuration } };
  },
};
