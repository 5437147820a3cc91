import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A component whose file is loaded when it is first shown.
 * @param meanwhile shown until then
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const Loaded = lazy(load) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Loaded {...props} />
    </Suspense>
  );
}
