/** Up to which event history is looked at; its event counts. */
export interface Cut {
  readonly position: bigint;
}
