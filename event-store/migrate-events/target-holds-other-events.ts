/** The target is not empty, and does not hold the beginning of the source. Nothing was changed. */
export class TargetHoldsOtherEvents extends Error {
  override readonly name = 'TargetHoldsOtherEvents';
}
