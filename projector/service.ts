import { projections } from './catalogue.ts';
import { startProcessor as start } from './engine/live/processor.ts';
import type { Projection } from './engine/live/projection.ts';
import { verifyAll as verify } from './engine/rebuild/compare.ts';
import * as control from './engine/rebuild/control.ts';
import { rebuildAll as rebuildAllOf, rebuild as rebuildThese } from './engine/rebuild/rebuild.ts';

/** The projection engine with the product's read models, unless `projections` names others. */
export const startProductProcessor = withReadModels(start);
export const rebuildProjection = withReadModels(rebuildThese);
export const rebuildProjections = withReadModels(rebuildAllOf);
export const verifyProjections = withReadModels(verify);
export const pauseProjection = withReadModels(control.pause);
export const resumeProjection = withReadModels(control.resume);
export const swapProjection = withReadModels(control.swap);
export const dropProjection = withReadModels(control.drop);

interface OfReadModels {
  readonly projections: readonly Projection[];
}

export function withReadModels<Options extends OfReadModels, Result>(
  operation: (options: Options) => Result,
  readModels: readonly Projection[] = projections,
) {
  return (options: Omit<Options, 'projections'> & Partial<OfReadModels>): Result =>
    operation({ projections: readModels, ...options } as Options);
}
