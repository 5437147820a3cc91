import type { PlantedBug } from '../bug.ts';

const lives = 'simulator --seed 1 --count 40';

/** What only shows in a life in which things go wrong: they are left to the simulator and the kill rig. */
export const lifeBugs: readonly PlantedBug[] = [
  {
    name: 'an append without an answer is acknowledged',
    file: 'command-service/stream-lane.ts',
    before: 'if (!(error instanceof OutcomeUnknown) || attempt >= MAX_SETTLING_ATTEMPTS) throw error;',
    after:
      'if (!(error instanceof OutcomeUnknown)) throw error;\n        if (attempt > 0) return { revision: decided.expectedRevision + decided.encoded.length, position: 1n };',
    // A command that was lost like this is seldom missed: the next append finds out, and its customer asks again.
    caughtBy: 'simulator --seed 1 --count 400',
    isQuick: true,
  },
  {
    name: 'rows and checkpoint are written one after the other, each for itself',
    file: 'projector/live-writer.ts',
    before: '[fenceStatement(lease, checkpoints, last), ...rows, announceStatement()]);',
    after:
      '[fenceStatement(lease, checkpoints, last), announceStatement()]);\n      if (rows.length > 0) await askPool(pool, rows);',
    caughtBy: lives,
  },
  {
    name: 'a command that comes again after a crash is decided anew',
    file: 'command-service/command-group.ts',
    before: 'if (earlier) found.set(',
    after: 'if (earlier && found.size > 99) found.set(',
    caughtBy: lives,
  },
  {
    name: 'an answer to a key is given although it could not be kept',
    file: 'platform/http/idempotency/install.ts',
    before: 'else if (!(await keep(owned, attempt, answer))) {',
    after: "else if (!(await keep(owned, attempt, answer)) && attempt === '') {",
    caughtBy: 'command-service/idempotency/idempotency.spec.ts',
  },
  {
    name: 'a command is acknowledged a moment before its events are committed',
    file: 'event-store/postgres/append-writer.ts',
    before: 'const answers = await sendBatch(client, sent);\n      client.release();',
    after:
      "await client.query('BEGIN');\n      const answers = await sendBatch(client, sent);\n      const end = () => client.release();\n      setTimeout(() => client.query('COMMIT').then(end, end), 500);",
    caughtBy: 'kill-rig --seed 1 --count 20',
  },
];
