import { afterAll } from 'vitest';
import { type ComposedApp, type ComposedOptions, startComposedApp } from './composed-app.ts';

/** The services of the product for the specs of a file. They are closed afterwards. */
export async function useComposedApp(options?: ComposedOptions): Promise<ComposedApp> {
  const composed = await startComposedApp(options);
  afterAll(() => composed.close());
  return composed;
}
