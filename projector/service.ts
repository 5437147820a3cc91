import { projections } from './catalogue.ts';
import { startProcessor as start } from './engine/live/processor.ts';
import type { Projection } from './engine/live/projection.ts';
import * as control from './engine/rebuild/control.ts';
import { rebuild as rebuildThese } from './engine/rebuild/rebuild.ts';
import { rebuildAll as rebuildAllOf } from './engine/rebuild/rebuild-all.ts';
import { verifyAll as verify } from './engine/rebuild/verify.ts';

/** The projection engine with the product's read models, unless `projections` names others. */
export const startProcessor = withReadModels(start);
export const rebuild = withReadModels(rebuildThese);
export const rebuildAll = withReadModels(rebuildAllOf);
export const verifyAll = withReadModels(verify);
export const pause = withReadModels(control.pause);
export const resume = withReadModels(control.resume);
export const swap = withReadModels(control.swap);
export const drop = withReadModels(control.drop);

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
