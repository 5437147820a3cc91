import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { SEED } from '@perktree/verification/chance/seed';
import { runInTurn, runRacing, type Tally } from '@perktree/verification/model/run';
import { bursts, stepsInTurn } from '@perktree/verification/model/steps';
import { type System, startSystem } from '@perktree/verification/model/system';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const RUNS = 9;

let system: System;
beforeAll(async () => {
  system = await startSystem('postgres');
});
afterAll(() => system?.stop());

describe(`random businesses (seed ${SEED})`, () => {
  it('leave a history without audit findings, in sequential and concurrent runs', async () => {
    const tally: Tally = new Map();
    const notes = () => ({ story: [], tally });
    const inTurn = fc.sample(stepsInTurn, { seed: SEED, numRuns: RUNS });
    const racing = fc.sample(bursts, { seed: SEED, numRuns: RUNS / 3 });
    await Promise.all([
      ...inTurn.map((steps) => runInTurn(system, steps, notes())),
      ...racing.map((steps) => runRacing(system, steps, notes())),
    ]);
    await system.projected();
    const audited = await auditHistory(system);
    // The clock of the model goes back.
    expect(audited.findings.filter(({ what }) => what !== 'clock of an event')).toEqual([]);
    expect(audited).toMatchObject({ rows: { behind: 0, differences: 0 } });
    expect(audited.redemptions).toBeGreaterThan(0);
    console.log(
      `audit of a random business: ${JSON.stringify({ ...audited, findings: [], position: `${audited.position}` })}`,
    );
  });
});
