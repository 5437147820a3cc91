import type { CommandServiceDeps } from '@perktree/command-service/deps';
import { deriveUuid } from '@perktree/command-service/engine/command';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { encode } from '@perktree/command-service/engine/event-codec';
import { mountCommissionTreeRoutes } from '@perktree/command-service/qr/routes';
import { mountCustomerRoute } from '@perktree/command-service/redemption/customer-route';
import { mountCounterRoutes } from '@perktree/command-service/redemption/routes';
import { seedSite, type TestSite } from '@perktree/command-service/redemption/testing/seed-site';
import { mountScanRoutes } from '@perktree/command-service/scan/routes';
import { createQuotas } from '@perktree/command-service/subscription/quotas';
import { createStoreLookups } from '@perktree/command-service/testing/store-lookups';
import { visitorOfCookie } from '@perktree/command-service/testing/visitor-of-cookie';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { createApp } from '@perktree/platform/http/app';
import type { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Person, sessionOf } from '../model/people.ts';
import type { Dice } from '../trust/dice.ts';
import { type Chances, Machine } from './machine.ts';
import { MemoryReadModels } from './memory-read-models.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { SimulatedProjector } from './projector.ts';
import { SimulatedLog, storeOf } from './simulated-store.ts';

const PUBLIC_URL = 'http://localhost:3000';
export const PERSON_HEADER = 'x-session';

/** A process that serves commands. */
interface CommandProcess {
  readonly machine: Machine;
  readonly app: FastifyInstance;
  /** How far its clock is ahead of the others', in milliseconds. */
  skew: number;
}

/** Two command processes and two projectors in one thread, over a log and read models in memory that outlive them. */
export class SimulatedProduct {
  readonly log: SimulatedLog;
  readonly readModels: MemoryReadModels;
  readonly chances: Chances = { fails: 0, answerIsLost: 0, stalls: 0 };
  readonly people = new Map<string, Person>();
  readonly sites: TestSite[] = [];
  readonly commands: CommandProcess[] = [];
  readonly projectors: Machine[] = [];
  /** Events of the seeded sites, which no failover loses. */
  seeded = 0;
  private started = 0;
  private readonly logger = pino({ level: 'silent' });

  constructor(
    readonly time: ManualTimers,
    readonly dice: Dice,
    readonly bug: PlantedBug | null,
  ) {
    this.log = new SimulatedLog(bug);
    this.readModels = new MemoryReadModels(bug);
  }

  /** Milliseconds since 1970 by the wall clock. */
  get now(): number {
    return this.time.now();
  }

  machine(name: string, chances: Chances = this.chances): Machine {
    this.started += 1;
    return new Machine(`${name} ${this.started}`, this.time, this.dice, chances);
  }

  /** A site with a claimed tree of three QRs. It is stored before the first command. */
  async seedSite(name: string, plan: PlanId): Promise<void> {
    const { log } = this;
    const now = new Date(this.now);
    const happen = async (stream: string, ...events: readonly AnyEvent[]) => {
      const before = log.stream(stream).length;
      const { encoded } = encode(stream, events, {
        ...{ correlationId: 'seed', causationId: 'seed', commandName: 'Seed', now: now.toISOString(), readAt: 0 },
        ...{ actor: { id: 'owner', role: 'site_owner' } as const, commandId: deriveUuid(stream, before) },
      });
      log.add(stream, before - 1, encoded);
    };
    this.sites.push(await seedSite({ clock: now, happen }, name, { plan, maxRedemptions: 4 }));
    this.seeded = log.all.length;
  }

  async startCommands(index: number, skew = 0): Promise<void> {
    const machine = this.machine('commands');
    const app = createApp({ logger: this.logger, publicOrigin: null });
    const process: CommandProcess = { machine, app, skew };
    const store = storeOf(this.log, machine);
    const handler = createCommandHandler({ store, logger: this.logger, timers: this.time });
    const siteIds = async () => this.sites.map(({ siteId }) => siteId);
    // Only the dependencies that these routes use.
    const deps = {
      ...{ store, handler, logger: this.logger, publicUrl: PUBLIC_URL, visitorIdOf: visitorOfCookie },
      clock: () => new Date(this.now + process.skew),
      quotas: createQuotas({ handler, store, logger: this.logger }),
      accounts: { displayNames: async (ids: readonly string[]) => new Map(ids.map((id) => [id, id])) },
      lookups: createStoreLookups(store),
      authenticate: async ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => {
        const person = this.people.get(String(headers[PERSON_HEADER]));
        return person ? sessionOf(person, person.roles) : null;
      },
    } as unknown as CommandServiceDeps;
    mountScanRoutes(app, deps);
    mountCustomerRoute(app, deps);
    mountCounterRoutes(app, deps, { of: siteIds, freshOf: siteIds });
    mountCommissionTreeRoutes(app, deps);
    await app.ready();
    this.commands[index] = process;
  }

  startProjector(index: number): void {
    const machine = this.machine('projector');
    void new SimulatedProjector(machine, this.log, this.readModels).run();
    this.projectors[index] = machine;
  }

  /** A failover to a replica that lacked the newest events; the read models are emptied with it. */
  loseNewest(events: number): void {
    this.log.loseNewest(events);
    this.readModels.empty();
  }
}
