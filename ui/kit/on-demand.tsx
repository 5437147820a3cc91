import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadByTaps } from '../lib/public/use-first-tap.ts';

/**
 * A component whose file is loaded when it is first shown. Without network it comes with a later tap, and the page around it stays.
 * @param meanwhile shown until then
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const Loaded = lazy(() => loadByTaps(load)) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  );
}
