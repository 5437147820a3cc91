import { createOfflineProvider } from '@perktree/command-service/payments/offline/offline-provider';
import { type CommandService, mountCommandService } from '@perktree/command-service/service';
import { memoryNotes } from '@perktree/command-service/testing/memory-notes';
import { visitorOfCookie } from '@perktree/command-service/testing/visitor-of-cookie';
import type { Role } from '@perktree/contracts/envelope';
import { installErrorHandling } from '@perktree/platform/http/errors';
import type { Session } from '@perktree/platform/http/session';
import { startProcessor } from '@perktree/projector/processor';
import { pino } from 'pino';
import type { Dice } from '../dice.ts';
import { type Chances, Machine } from './machine.ts';
import { SimulatedPostgres } from './postgres/server.ts';
import { WALL_START } from './replaced-builtins.ts';
import { SimulatedLog, storeOf } from './simulated-store.ts';
import { TinyApp } from './tiny-app.ts';
import type { VirtualTime } from './virtual-time.ts';

const PUBLIC_URL = 'http://localhost:3000';
export const PERSON_HEADER = 'x-session';
const LEASE = { ttlMs: 5_000, tickMs: 1_000 };
/** Small, so that many a batch is cut short. */
const BATCH_SIZES = [3, 8, 500];

/** A process that serves commands and does jobs. */
export interface CommandProcess {
  readonly machine: Machine;
  readonly app: TinyApp;
  readonly service: CommandService;
  /** How far its clock is ahead of the others', in milliseconds. */
  skew: number;
}

/** The product in one thread: two processes for commands, two projectors, a store and a database that outlive them. */
export class SimulatedProduct {
  readonly log = new SimulatedLog();
  readonly postgres: SimulatedPostgres;
  readonly held = new Map<string, Set<Role>>();
  readonly chances: Chances = { fails: 0, answerIsLost: 0, stalls: 0 };
  /** How far the clocks on the wall are ahead of virtual time: days pass in no time. */
  leap = 0;
  readonly commands: CommandProcess[] = [];
  readonly projectors: Machine[] = [];
  private started = 0;
  private readonly logger = pino({ level: 'silent' });

  constructor(
    readonly time: VirtualTime,
    readonly dice: Dice,
  ) {
    this.postgres = new SimulatedPostgres(() => time.now);
  }

  /** What the clocks on the wall show, in milliseconds since 1970. */
  get now(): number {
    return Math.floor(WALL_START + this.time.now + this.leap);
  }

  machine(name: string, chances: Chances = this.chances): Machine {
    this.started += 1;
    return new Machine(`${name} ${this.started}`, this.time, this.dice, chances);
  }

  async startCommands(index: number, skew = 0): Promise<void> {
    const machine = this.machine('commands');
    const app = new TinyApp(this.logger);
    const fastify = app.asFastify();
    installErrorHandling(fastify);
    const process = { machine, app, skew } as { -readonly [K in keyof CommandProcess]: CommandProcess[K] };
    const shared = {
      store: storeOf(this.log, machine),
      pool: this.postgres.poolOf(machine),
      logger: this.logger,
      clock: () => new Date(this.now + process.skew),
      publicUrl: PUBLIC_URL,
    };
    process.service = mountCommandService(fastify, {
      ...shared,
      visitorIdOf: visitorOfCookie,
      accounts: accountsOn(this.held),
      payments: createOfflineProvider(shared),
      authenticate: async ({ headers }) => JSON.parse(String(headers[PERSON_HEADER] ?? 'null')) as Session | null,
    });
    await app.ready();
    this.commands[index] = process;
  }

  startProjector(index: number): void {
    const machine = this.machine('projector');
    startProcessor({
      ...{ store: storeOf(this.log, machine), pool: this.postgres.poolOf(machine), logger: this.logger },
      ...{ holder: machine.name, lease: LEASE, batchSize: this.dice.pick(BATCH_SIZES) },
    });
    this.projectors[index] = machine;
  }
}

/** The account store, as far as commands ask it. */
function accountsOn(held: Map<string, Set<Role>>): CommandService['accounts'] {
  return {
    ...memoryNotes(),
    displayNames: async (userIds) => new Map(userIds.map((id) => [id, id])),
    contacts: async () => new Map(),
    erasedAmong: async () => new Set<string>(),
    knownErasedAmong: async () => new Set<string>(),
    rememberInvitation: async () => {},
    isInvitationOfOther: async () => false,
    closeInvitation: async () => {},
    openInvitations: async () => [],
    grantRole: async (userId, role) => void held.get(userId)?.add(role),
    revokeRole: async (userId, role) => void held.get(userId)?.delete(role),
  };
}
