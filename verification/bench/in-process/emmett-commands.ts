import { SQL } from '@event-driven-io/dumbo';
import { CommandHandler, projections } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore, postgreSQLRawBatchSQLProjection } from '@event-driven-io/emmett-postgresql';
import { redeemBenefit } from '@perktree/command-service/domain/redemption/redeem';
import { type RedemptionsState, redemptionsDecider } from '@perktree/command-service/domain/redemption/state';
import type { EventData } from '@perktree/contracts/events/catalogue';
import { streams } from '@perktree/contracts/streams';
import { qrIdOf } from '../data/business.ts';
import { redemptionOf } from '../data/visits.ts';
import type { Redeem } from './measure-commands.ts';
import { redeemCommand } from './redeeming.ts';

/** The event in the shape that emmett's types accept. */
interface Redeemed {
  type: 'BenefitRedeemed';
  data: EventData<'BenefitRedeemed'>;
}
/** Events of one append while a stream is filled. */
const FILL = 500;

/** Emmett's own inline projection: the redemption's row and its ledger rows, in the transaction of the append. */
export const emmettRows = postgreSQLRawBatchSQLProjection<Redeemed>({
  name: 'redemptions',
  canHandle: ['BenefitRedeemed'],
  evolve: (events) =>
    events.flatMap(({ data }) => [
      SQL`INSERT INTO bench_redemptions VALUES (${data.redemptionId}, ${data.qrId}, ${data.customerId}, ${data.saleAmount})`,
      ...data.shares.map(
        ({ entryId, ownerId, amount }) =>
          SQL`INSERT INTO bench_ledger VALUES (${entryId}, ${data.redemptionId}, ${ownerId}, ${amount})`,
      ),
    ]),
  init: () => [
    SQL`CREATE TABLE IF NOT EXISTS bench_redemptions (redemption_id uuid PRIMARY KEY, qr_id uuid, customer_id text, sale numeric)`,
    SQL`CREATE TABLE IF NOT EXISTS bench_ledger (entry_id uuid PRIMARY KEY, redemption_id uuid, owner_id text, amount numeric)`,
  ],
});

export interface EmmettCommands {
  readonly redeem: Redeem;
  /** Appends redemptions to a stream through emmett's store. */
  fill(tree: number, count: number): Promise<void>;
  close(): Promise<void>;
}

/** The same decisions through emmett's command handler on its Postgres store. */
export async function emmettCommands(databaseUrl: string, projecting: boolean): Promise<EmmettCommands> {
  const store = getPostgreSQLEventStore(
    databaseUrl,
    projecting ? { projections: projections.inline([emmettRows]) } : {},
  );
  await store.schema.migrate();
  const handle = CommandHandler<RedemptionsState, Redeemed>({
    initialState: () => redemptionsDecider.initialState,
    evolve: (state, { type, data }) => redemptionsDecider.evolve(state, { type, data }, data.maturesAt),
    retry: { onVersionConflict: 20 },
  });
  return {
    redeem: (visit) =>
      handle(store, streams.redemptions(qrIdOf(visit.tree)), (state) => {
        const [event] = redeemBenefit(state, redeemCommand(visit, new Date().toISOString()));
        if (event === undefined) throw new Error('nothing was decided');
        return { type: event.type, data: event.data };
      }),
    async fill(tree, count) {
      for (let from = 0; from < count; from += FILL) {
        const events = Array.from({ length: Math.min(FILL, count - from) }, (_, n) => {
          const { event } = redemptionOf({ number: tree * count + from + n, tree }, new Date().toISOString());
          return event as Redeemed;
        });
        await store.appendToStream(streams.redemptions(qrIdOf(tree)), events);
      }
    },
    close: () => store.close(),
  };
}
