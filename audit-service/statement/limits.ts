/** An event that counts this much later than its own clock is listed in its statement: clocks of servers differ by less. */
export const CLOCK_BOUND_SECONDS = 300;

/** What no statement can prove. The sentences stand in the file, on the paper and in what the verifier prints. */
export const DOES_NOT_PROVE = [
  "That a sale took place. The sale amount is what staff entered, or the site's default.",
  "That an event was recorded at its time. The clock is the server's; events that count later than their own clock are listed.",
  'An opening balance, unless the predecessor is checked with the statement.',
  'That no event of the period was left out. A replay of all history shows that.',
  'Anything against an operator who replaced events, chain and key before a head was published. Compare head and key with copies that were kept elsewhere.',
] as const;
