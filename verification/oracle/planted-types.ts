/** Types of events that the kill rig stores itself. No catalogue knows them, and the audit is right to report them. */
export const plantedTypes = {
  /** An event of a version of the product that is newer than the one that reads it. */
  ofNewerVersion: 'SomethingOfTomorrow',
  /** What an operator makes of an invalid event to repair it: a type that no read model handles. */
  ofRepairedEvent: 'RepairedPoison',
} as const;
