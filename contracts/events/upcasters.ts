import { withLaterFields } from '../site-configuration.ts';
import type { EventType } from './catalogue.ts';
import type { Upcaster, UpcastSteps } from './upcast.ts';

/** A site that was stored before later settings existed. */
const configurationWithLaterFields: Upcaster = (data) => {
  const { configuration, ...rest } = data as { configuration: unknown };
  return { ...rest, configuration: withLaterFields(configuration) };
};

/** The ways from older versions to today's, by type. */
export const UPCASTERS: Partial<Record<EventType, UpcastSteps>> = {
  SiteCreated: { 1: configurationWithLaterFields },
  SiteConfigured: { 1: configurationWithLaterFields },
};
