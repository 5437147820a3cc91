import type { PlantedBug } from '../bug.ts';

const storeSpec = 'event-store/postgres/postgres-event-store.spec.ts';

/** Events, what is computed from them, and what must not be done twice. */
export const storageBugs: readonly PlantedBug[] = [
  {
    name: 'an append takes any revision for the expected one',
    file: 'event-store/postgres/migrations.ts',
    before: 'WHERE w.actual = w.expected\n    ), inserted',
    after: 'WHERE w.actual >= w.expected\n    ), inserted',
    caughtBy: storeSpec,
    isQuick: true,
  },
  {
    name: 'a cursor that skips the event after it',
    file: 'event-store/postgres/postgres-event-store.ts',
    before: 'WHERE position > $1 ORDER BY position',
    after: 'WHERE position > $1 + 1 ORDER BY position',
    caughtBy: storeSpec,
  },
  {
    name: 'a lost answer counts as a failure, and its append as not made',
    file: 'event-store/postgres/failures.ts',
    before: "/^[0-9A-Z]{5}$/.test(code)) return 'no answer';",
    after: "/^[0-9A-Z]{5}$/.test(code)) return 'refused';",
    caughtBy: storeSpec,
  },
  {
    name: 'a failed append is acknowledged',
    file: 'event-store/postgres/append-writer.ts',
    before: 'else reject(new RevisionConflict(stream, expectedRevision, given.revision));',
    after: 'else resolve({ revision: given.revision, position: 0n });',
    caughtBy: storeSpec,
  },
  {
    name: 'one append at fault fails all that were sent with it',
    file: 'event-store/postgres/append-writer.ts',
    before: 'if (batch.length === 1 || error instanceof OutcomeUnknown',
    after: 'if (batch.length >= 1 || error instanceof OutcomeUnknown',
    caughtBy: storeSpec,
  },
  {
    name: 'a subscription that begins again where it was, not after it',
    file: 'event-store/postgres/subscription.ts',
    before: 'position = last.position;',
    after: 'position = last.position - 1n;',
    caughtBy: storeSpec,
  },
  {
    name: 'a command that comes again is decided anew',
    file: 'command-service/command-group.ts',
    before: 'if (earlier) found.set(',
    after: 'if (earlier && found.size > 99) found.set(',
    caughtBy: 'command-service/command-handler.spec.ts',
  },
  {
    name: 'a command that comes again is rehearsed anew',
    file: 'command-service/stream-lane.ts',
    before: 'if (!(await this.folded.appendedBy(context.commandId))) decide(state, revision);',
    after: 'decide(state, revision);',
    caughtBy: 'command-service/command-handler.spec.ts',
  },
  {
    name: 'a miss of the checkpoint is ignored',
    file: 'projector/checkpoints.ts',
    before: 'if (rowCount !== moves.length) throw new CheckpointMoved();',
    after: 'if (rowCount === null) throw new CheckpointMoved();',
    caughtBy: 'projector/processor.spec.ts',
  },
  {
    name: 'the checkpoint is moved outside of the transaction of its rows',
    file: 'projector/batch-writer.ts',
    before: 'const written = await writeWithin(client, running, batch, refusals);',
    after:
      "await client.query('COMMIT'); const written = await writeWithin(client, running, batch, refusals); await client.query('BEGIN');",
    caughtBy: 'projector/processor.spec.ts',
  },
  {
    name: 'a projection swallows what it cannot store',
    file: 'projector/apply-batch.ts',
    before: 'throw new RowsRefused(projection.name, error);',
    after: 'return undefined as never;',
    caughtBy: 'projector/processor.spec.ts',
  },
  {
    name: 'a deactivated QR stays active in the read model',
    file: 'projector/qrs/projection.ts',
    before: 'QrDeactivated: activity(false)',
    after: 'QrDeactivated: activity(true)',
    caughtBy: 'projector/qrs/projection.spec.ts',
  },
  {
    name: 'a cancelled payout keeps its entries',
    file: 'projector/ledger-entries/projection.ts',
    before: '    PayoutCancelled: returned,\n',
    after: '',
    caughtBy: 'projector/ledger-entries/projection.spec.ts',
  },
  {
    name: 'an idempotency key answers another request, too',
    file: 'platform/http/idempotency/key-store.ts',
    before: "if (row.request_hash !== requestHash) return { kind: 'other_request' };",
    after: '',
    caughtBy: 'command-service/idempotency/idempotency.spec.ts',
  },
  {
    name: 'an idempotency key is taken twice',
    file: 'platform/http/idempotency/key-store.ts',
    before: 'AND kept.taken_at < clock_timestamp() - make_interval(secs => $5)',
    after: 'AND $5::float8 > 0',
    caughtBy: 'command-service/idempotency/idempotency.spec.ts',
  },
  {
    name: 'the chain leaves out who did it',
    file: 'event-store/migrate-events/canonical-event.ts',
    before: 'sorted(data), sorted(metadata)]',
    after: 'sorted(data)]',
    caughtBy: 'audit-service/chain/chain.spec.ts',
  },
  {
    name: 'a link of the chain leaves out what was before',
    file: 'audit-service/chain/hashes.ts',
    before: "createHash('sha256').update(before).update(leaf)",
    after: "createHash('sha256').update(leaf)",
    caughtBy: 'audit-service/chain/hashes.spec.ts',
  },
];
