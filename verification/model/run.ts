import { setTimeout as sleep } from 'node:timers/promises';
import { REFUSALS, type RefusalCode } from '@perktree/contracts/kernel/refusals';
import { COMMANDS, type CommandName } from './commands/catalogue.ts';
import { type Attempt, type Command, type Crowd, Differs, type Facts } from './commands/command.ts';
import { Dice } from './dice.ts';
import { factsOf } from './facts.ts';
import { newWorld, type World } from './reference.ts';
import type { Answered, Call, System } from './system.ts';

export interface Step {
  readonly command: CommandName;
  readonly numbers: readonly number[];
  /** Number of repetitions with the same choices. */
  readonly times: number;
  /** Sent twice with one idempotency key. */
  readonly isRepeated: boolean;
}

/** Calls and answers, one line each. */
export type Story = string[];

/** Outcomes by command: `split ok`, `split QR_EXPIRED`. Shows whether runs reach the interesting states. */
export type Tally = Map<string, number>;

interface Notes {
  readonly story: Story;
  readonly tally: Tally;
}

interface Scene extends Notes {
  readonly system: System;
  readonly world: World;
  readonly facts: Facts;
}

/** Sequential steps; the reference predicts each outcome. */
export async function runInTurn(system: System, steps: readonly Step[], notes: Notes): Promise<World> {
  const scene = await newScene(system, notes, false);
  await system.at(scene.world, async () => {
    for (const step of steps) {
      for (let n = 0; n < step.times; n += 1) await take(scene, step);
    }
  });
  return scene.world;
}

/**
 * Concurrent steps of each burst, by two processes. Outcomes are not predicted; invariants must hold.
 * @param losses how many of its newest events the store loses before each burst; absent: none
 */
export async function runRacing(
  system: System,
  bursts: readonly (readonly Step[])[],
  notes: Notes,
  losses: readonly number[] = [],
): Promise<World> {
  const scene = await newScene(system, notes, true);
  await system.at(scene.world, async () => {
    for (const [n, burst] of bursts.entries()) {
      const lost = losses[n] ?? 0;
      if (lost > 0) {
        notes.story.push(`--- the store loses ${lost} events`);
        await system.loseNewest?.(lost);
      }
      notes.story.push('--- at once');
      await Promise.all(
        burst.flatMap((step) => Array.from({ length: step.times }, (_, n) => take(scene, others(step, n)))),
      );
    }
  });
  return scene.world;
}

async function newScene(system: System, notes: Notes, isRacing: boolean): Promise<Scene> {
  const facts = factsOf(system);
  const people = await system.people(facts.newId().slice(0, 8));
  return { ...notes, system, facts, world: newWorld(people, system.time(), isRacing) };
}

/** The n-th concurrent copy: the same object, other choices. */
function others(step: Step, n: number): Step {
  return { ...step, numbers: step.numbers.map((number, index) => (index === 0 ? number : number + n)) };
}

async function take(scene: Scene, step: Step): Promise<void> {
  const { world, facts, story } = scene;
  const command: Command = COMMANDS[step.command][1];
  const planned = command({ world, facts, dice: new Dice(step.numbers) });
  if (planned === null) return count(scene, step, 'not applicable');
  if ('run' in planned) {
    story.push(planned.what);
    count(scene, step, 'ok');
    return planned.run();
  }
  if ('crowd' in planned) return takeCrowd(scene, planned);
  const { broken } = planned;
  const { code } = await attempt(scene, planned, step.isRepeated);
  count(scene, step, code ?? 'ok');
  if (world.isRacing) return;
  const isPredicted = broken.length === 0 ? code === null : code !== null && broken.includes(code);
  if (!isPredicted)
    throw new Differs(`${step.command} by ${planned.by?.name}`, broken.length ? broken : 'success', code);
}

async function takeCrowd(scene: Scene, { crowd, succeed }: Crowd): Promise<void> {
  const answers = await Promise.all(crowd.map((one, n) => attempt(scene, one, false, n)));
  const succeeded = answers.filter(({ code }) => code === null).length;
  count(scene, { command: 'crowd' }, succeeded > 0 ? 'ok' : 'refused');
  if (!scene.world.isRacing && succeeded !== succeed) throw new Differs('a crowd', succeed, succeeded);
}

function count({ tally }: Scene, { command }: Pick<Step, 'command'>, outcome: string): void {
  const key = `${command} ${outcome}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

const MAX_ATTEMPTS = 20;
const PAUSE_MS = 250;
let calls = 0;

/** @returns the code of the refusal; null: it succeeded */
async function attempt(
  { system, world, story }: Scene,
  { by, method = 'POST', url, body, done, refused }: Attempt,
  isRepeated: boolean,
  process = world.isRacing ? calls : 0,
): Promise<{ code: RefusalCode | null }> {
  calls += 1;
  // Idempotency keys belong to an account and apply to POST and PUT.
  const isKept = isRepeated && by !== null && method !== 'DELETE';
  const request = { process, by, method, url, body, key: isKept ? `key ${calls}` : undefined };
  const answer = await answerOf(system, request);
  const code = codeOf(answer);
  story.push(
    `${by?.name ?? 'visitor'}: ${method} ${url} ${JSON.stringify(body ?? {})} → ${answer.status} ${code ?? 'ok'}`,
  );
  if (answer.status >= 500 && !isBusy(code)) throw new Differs(url, 'an answer', answer);
  if (code !== null && answer.status >= 400 && REFUSALS[code]?.[0] !== answer.status) {
    throw new Differs(`status of ${code}`, REFUSALS[code], answer.status);
  }
  if (code === null) await done?.(answer.body);
  else refused?.();
  if (isKept && answer.status !== 429 && answer.status < 500) {
    const again = await system.call({ ...request, process: process + 1 });
    if (JSON.stringify(again) !== JSON.stringify(answer)) throw new Differs(`${url} again`, answer, again);
  }
  return { code };
}

/** Retries while the product is busy, as clients do. */
async function answerOf(system: System, request: Call): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    const answer = await system.call(request);
    if (!isBusy(codeOf(answer)) || tries === MAX_ATTEMPTS) return answer;
    await sleep(PAUSE_MS);
  }
}

function codeOf({ status, body }: Answered): RefusalCode | null {
  return status >= 400 || body?.success === false ? body.code : null;
}

/** Temporary refusals, after which nothing is stored. */
function isBusy(code: RefusalCode | null): boolean {
  return code === 'TOO_MUCH_CONTENTION' || code === 'READ_MODEL_BEHIND';
}
