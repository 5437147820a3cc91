/** The store does not have an event as it was recorded: nothing is proven of it. */
export class NotAsRecorded extends Error {
  override readonly name = 'NotAsRecorded';
  constructor(what: string) {
    super(`${what} is not as it was recorded; npm run perktree -- chain verify says more.`);
  }
}
