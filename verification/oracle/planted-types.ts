/** Event types that the kill rig stores itself. The catalogue does not know them, so the audit reports them. */
export const plantedTypes = {
  /** An event of a newer version of the product. */
  ofNewerVersion: 'SomethingOfTomorrow',
  /** An invalid event after its repair; no read model handles this type. */
  ofRepairedEvent: 'RepairedPoison',
} as const;
