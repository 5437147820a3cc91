import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { calculationOf } from '@perktree/audit-service/commission/calculations';
import { computeTakenBack } from '@perktree/audit-service/commission/reversals';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import { takenBackInAll } from '@perktree/contracts/commission/reversal';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

interface StatedSale {
  readonly path: readonly { readonly qrId: string; readonly ownerId: string | null; readonly percent: string }[];
  readonly saleAmount: string;
  readonly ruleSettings: Readonly<Record<string, readonly string[]>>;
}
type StatedRule = (sale: StatedSale) => {
  readonly pool: bigint;
  readonly shares: readonly { readonly qrId: string; readonly own: bigint; readonly amount: bigint }[];
};
interface StatedRules {
  readonly RULES: ReadonlyMap<number, StatedRule>;
  takenInAll(
    shares: readonly { readonly earned: bigint; readonly points: bigint; readonly taken: bigint }[],
    reversal: { readonly reversed: bigint; readonly sale: bigint; readonly rule: StatedRule | undefined },
  ): readonly bigint[];
}
const { RULES: SHIPPED }: Pick<StatedRules, 'RULES'> = await import(join(ROOT, 'scripts/verify-statement.mjs'));
const { RULES, takenInAll }: StatedRules = await import(join(ROOT, 'scripts/lib/verifier/rules.mjs'));
// docs/how-to/add-a-commission-rule.md
describe('a commission rule', () => {
  it('has a folder for each row of the registry', () => {
    const folders = readdirSync(join(ROOT, 'contracts/commission')).filter((name) => /^v\d/.test(name));
    expect(folders).toEqual(COMMISSION_RULES.map(({ version, name }) => `v${version}-${name.replaceAll('_', '-')}`));
  });

  it('is known to the verifier of statements, which has no registry but its own', () => {
    expect([...SHIPPED.keys()]).toEqual(COMMISSION_RULES.map(({ version }) => version));
  });
});

const PATH = [
  { qrId: 'root', ownerId: 'ana', percent: '10.01' },
  { qrId: 'branch', ownerId: null, percent: '7.50' },
  { qrId: 'leaf', ownerId: 'ben', percent: '3.34' },
  { qrId: 'last', ownerId: 'cem', percent: '3.33' },
];
const SETTINGS: Readonly<Record<string, readonly string[]>> = { tierAmounts: ['5.00', '2.50', '1.01'] };
const SALES = ['0.00', '0.01', '0.99', '3.33', '49.99', '100.00', '1234.57'];

describe.each(COMMISSION_RULES)('product, audit and verifier compute $name alike', (rule) => {
  const settings = Object.fromEntries(rule.settings.map((name) => [name, SETTINGS[name] ?? []]));
  const audited = { ruleVersion: rule.version, ruleSettings: settings };

  it.each(SALES)('of a sale of %s', (saleAmount) => {
    const product = rule.allocate(PATH, saleAmount, 'EUR', settings);
    const audit = calculationOf(audited.ruleVersion).compute(PATH, saleAmount, 'EUR', audited.ruleSettings);
    const stated = RULES.get(rule.version)?.({ path: PATH, saleAmount, ruleSettings: settings });
    const shares = product.shares.map(({ qrId, amount }) => ({ qrId, amount }));
    expect(audit.pool.amount).toBe(product.pool);
    expect(audit.shares.map(({ qrId, amount }) => ({ qrId, amount }))).toEqual(shares);
    expect(stated && fromMinor(stated.pool, 'EUR')).toBe(product.pool);
    expect(stated?.shares.map(({ qrId, amount }) => ({ qrId, amount: fromMinor(amount, 'EUR') }))).toEqual(shares);
  });

  it.each(SALES)('of a sale of %s that is taken back in thirds', (saleAmount) => {
    const sale = toMinor(saleAmount, 'EUR');
    const shares = rule.allocate(PATH, saleAmount, 'EUR', settings).shares.map(({ percent, amount }) => ({
      percent,
      earned: toMinor(amount, 'EUR'),
      points: toMinor(percent, 'EUR'),
    }));
    let taken = shares.map(() => 0n);
    for (const [before, reversed] of [
      [0n, sale / 3n],
      [sale / 3n, sale],
    ] as const) {
      const at = shares.map((share, n) => ({ ...share, taken: taken[n] ?? 0n }));
      const amount = { amount: reversed, pool: rule.reversedPool({ saleMinor: sale, shares }, reversed) };
      const product = takenBackInAll(at, sale, amount);
      const pool = calculationOf(rule.version).reversedPool({ sale, shares }, reversed);
      const audit = computeTakenBack(2, at, { sale, before, after: reversed, pool });
      expect(at.map((share, n) => share.taken + (audit[n] ?? 0n))).toEqual(product);
      expect(takenInAll(at, { reversed, sale, rule: RULES.get(rule.version) })).toEqual(product);
      taken = [...product];
    }
  });
});
