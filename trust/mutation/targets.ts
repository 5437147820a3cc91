/** A file whose mutants its specs have to kill. */
export interface Target {
  readonly file: string;
  /** The quick ones first: the first to fail ends the run. */
  readonly specs: readonly string[];
}

const tree = 'command-service/domain/commission-tree';
const redemption = 'command-service/domain/redemption';
const treeSpecs = ['claim', 'create', 'edit', 'reissue', 'split'].map((what) => `${tree}/decide-${what}.spec.ts`);
const wholeTree = [...treeSpecs, `${tree}/decider.property.spec.ts`];
const siteSpecs = ['decider.spec.ts', 'decider.property.spec.ts', 'decide-stop.spec.ts'].map(
  (name) => `command-service/domain/site/${name}`,
);
const treeFiles = [
  ...['decide-activation', 'decide-claim', 'decide-create-root', 'decide-edit', 'decide-reissue', 'decide-release'],
  ...['decide-sibling', 'decide-split', 'actor-rules', 'birth-rules', 'room-rules', 'rules', 'state', 'terms-rules'],
];

/** The domain's decisions and who may make them. */
export const TARGETS: readonly Target[] = [
  {
    file: 'contracts/commission/rule-v1.ts',
    specs: ['contracts/commission/rule-v1.spec.ts', 'contracts/commission/rule-v1.property.spec.ts'],
  },
  { file: 'contracts/percent.ts', specs: ['contracts/percent.spec.ts'] },
  { file: 'contracts/money.ts', specs: ['contracts/money.spec.ts'] },
  ...treeFiles.map((name) => ({ file: `${tree}/${name}.ts`, specs: wholeTree })),
  ...['decide-redeem', 'decider', 'state'].map((name) => ({
    file: `${redemption}/${name}.ts`,
    specs: ['decide-redeem.spec.ts', 'state.spec.ts', 'decide-redeem.property.spec.ts'].map(
      (spec) => `${redemption}/${spec}`,
    ),
  })),
  {
    file: `${redemption}/decide-reverse.ts`,
    specs: [`${redemption}/decide-reverse.spec.ts`, `${redemption}/decide-reverse.property.spec.ts`],
  },
  ...['decide-generate', 'decide-settle', 'state'].map((name) => ({
    file: `command-service/domain/payout/${name}.ts`,
    specs: ['command-service/domain/payout/decider.spec.ts', 'command-service/domain/payout/decider.property.spec.ts'],
  })),
  {
    file: 'command-service/domain/staff-codes/decider.ts',
    specs: ['command-service/domain/staff-codes/decider.spec.ts'],
  },
  ...['decide-quota', 'decide-plan', 'state'].map((name) => ({
    file: `command-service/domain/subscription/${name}.ts`,
    specs: [
      'command-service/domain/subscription/decider.spec.ts',
      'command-service/domain/subscription/decider.property.spec.ts',
    ],
  })),
  // Who may: ownership of sites, staff, blocks.
  ...['ownership-rules', 'decide-staff', 'decide-block', 'decide-configure', 'decide-stop', 'state'].map((name) => ({
    file: `command-service/domain/site/${name}.ts`,
    specs: siteSpecs,
  })),
];
