/** The target is not empty, and what it holds is not the beginning of what was to be copied. Nothing was changed. */
export class TargetHoldsOtherEvents extends Error {
  override readonly name = 'TargetHoldsOtherEvents';
}
