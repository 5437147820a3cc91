/** The import law (docs/explanation/architecture.md): the structure that the folders promise, as a check that fails the build. */

const SERVICES = [
  'identity',
  'command-service',
  'projector',
  'query-service',
  'audit-service',
  'mail-service',
  'webhook-service',
];
const SPEC = '\\.spec\\.tsx?$|/testing/';
const TEST_SUPPORT = '/(slim-contracts|vite[^/]*)\\.ts$';
/** The address of a package's file, which the bundler alone resolves. */
const BUNDLER_ASSET = '\\.wasm\\?url$';
const ENTRY = '(^|/)main\\.tsx?$';

/** The concepts of the glossary: folders with the same names in contracts and in each service (verification/docs/concepts.spec.ts). */
const CONCEPTS = [
  ...[
    'account',
    'site',
    'staff',
    'distributor',
    'qr',
    'scan',
    'redemption',
    'commission',
    'ledger',
    'payout',
    'approval',
  ],
  ...[
    'dispute',
    'flag',
    'subscription',
    'api-key',
    'webhook',
    'brand',
    'statement',
    'notification',
    'auditor',
    'audit',
  ],
  ...['support', 'dashboard', 'operation'],
];
const CONCEPT = `(${CONCEPTS.join('|')})`;

/** The folders of command-service, each after those whose routes and look-ups it may import. */
const COMMAND_FOLDERS = [
  ...['http', 'subscription', 'scan', 'redemption', 'qr', 'staff', 'distributor', 'site', 'payout', 'approval'],
  ...['dispute', 'flag', 'auditor', 'support', 'webhook', 'api-key'],
];
const commandsWithoutCircles = COMMAND_FOLDERS.map((folder, index) => ({
  name: 'command-concepts-in-order',
  comment: 'Concepts never refer to each other in circles. Decisions have a rule of their own.',
  from: { path: `^command-service/${folder}/`, pathNot: `${SPEC}|/decisions/` },
  to: {
    path: `^command-service/(http|${CONCEPTS.join('|')})/`,
    pathNot: `^command-service/(${COMMAND_FOLDERS.slice(0, index + 1).join('|')})/|/decisions/`,
  },
}));

/** Nothing of a service may be imported by another service. */
const servicesApart = SERVICES.map((service) => ({
  name: `${service}-stands-alone`,
  comment: 'Services never import each other; apps alone composes them.',
  from: { path: `^${service}/`, pathNot: SPEC },
  to: { path: `^(${[...SERVICES, 'ui', 'apps', 'verification'].filter((s) => s !== service).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...servicesApart,
    ...commandsWithoutCircles,
    {
      name: 'contracts-are-pure',
      comment: 'What all sides agree on imports only zod and decimal.js, and so runs in the browser too.',
      from: { path: '^contracts/', pathNot: SPEC },
      to: { pathNot: '^contracts/|node_modules/(zod|decimal\\.js)/' },
    },
    {
      name: 'kernel-knows-no-concept',
      comment: 'Money, time, ids, refusals and the form of a call serve every concept.',
      from: { path: '^contracts/kernel/', pathNot: SPEC },
      to: { path: '^contracts/(?!kernel/)' },
    },
    {
      name: 'decisions-are-pure',
      comment:
        'Decisions reach no clock, randomness or I/O: they import contracts, the form of a fold and each other. Biome checks their globals.',
      from: { path: '^command-service/([^/]+/decisions|engine/packed)/', pathNot: SPEC },
      to: { pathNot: '^command-service/([^/]+/decisions/|engine/(fold\\.ts|packed/))|^contracts/' },
    },
    {
      name: 'decisions-stand-alone',
      comment: 'Decisions of one concept ask for another only where a tree needs the configuration of its site.',
      from: { path: '^command-service/([^/]+)/decisions/', pathNot: SPEC },
      to: {
        path: '^command-service/([^/]+)/decisions/',
        pathNot: ['^command-service/$1/decisions/', '^command-service/site/decisions/'],
      },
    },
    {
      name: 'command-engine-knows-no-concept',
      comment: 'The command handler runs any fold: nothing of the product is in it.',
      from: { path: '^command-service/engine/', pathNot: SPEC },
      to: { path: '^command-service/(?!engine/)' },
    },
    {
      name: 'projection-engine-knows-no-concept',
      comment: 'Read models are given to the engine by those who compose it.',
      from: { path: '^projector/engine/', pathNot: SPEC },
      to: { path: '^projector/(?!engine/)' },
    },
    {
      name: 'query-engine-knows-no-concept',
      comment: 'Listings, positions and live streams serve every concept.',
      from: { path: '^query-service/engine/', pathNot: SPEC },
      to: { path: '^query-service/(?!engine/)' },
    },
    {
      name: 'query-service-reads-read-models',
      comment: 'What a screen shows comes from the read models, never from the event store.',
      from: { path: '^query-service/', pathNot: SPEC },
      to: { path: '^event-store/' },
    },
    {
      name: 'webhook-service-reads-read-models',
      comment: 'Webhooks send what the read models publish, never raw events.',
      from: { path: '^webhook-service/', pathNot: SPEC },
      to: { path: '^event-store/' },
    },
    {
      name: 'ui-knows-contracts-alone',
      from: { path: '^ui/', pathNot: SPEC },
      to: { path: '^(?!ui/|contracts/|node_modules/)', pathNot: BUNDLER_ASSET },
    },
    {
      name: 'screens-of-concepts-stand-alone',
      comment:
        'Screens of a concept never import those of another one, only its `shared/` parts; what knows no concept is in kit or lib.',
      from: { path: `^ui/${CONCEPT}/`, pathNot: SPEC },
      to: { path: `^ui/${CONCEPT}/`, pathNot: '^ui/($1/|[^/]+/shared/)' },
    },
    {
      name: 'shared-parts-know-no-screen',
      comment: 'What a concept gives to the screens of others stands without its own.',
      from: { path: `^ui/${CONCEPT}/shared/`, pathNot: SPEC },
      to: { path: `^ui/(admin|public|${CONCEPTS.join('|')})/`, pathNot: '^ui/[^/]+/shared/' },
    },
    {
      name: 'kit-knows-no-screen',
      from: { path: '^ui/(kit|lib)/', pathNot: SPEC },
      to: { path: `^ui/(admin|public|${CONCEPTS.join('|')})/` },
    },
    {
      name: 'plumbing-knows-no-service',
      from: { path: '^(platform|event-store)/', pathNot: SPEC },
      to: { path: `^(${[...SERVICES, 'ui', 'apps'].join('|')})/` },
    },
    {
      name: 'plumbing-knows-no-concept',
      comment:
        'HTTP, Postgres, jobs and files serve every concept. What operators read of them is theirs, and a PDF draws the modules of a code.',
      from: { path: '^(platform|event-store)/', pathNot: SPEC },
      to: { path: '^contracts/(?!kernel/|catalogue/|operation/|qr/code/draw\\.ts$)' },
    },
    {
      name: 'composition-is-not-imported',
      comment: 'Parts never import the program that composes them.',
      from: { pathNot: `^(apps|verification)/|${SPEC}` },
      to: { path: '^apps/' },
    },
    {
      name: 'product-stands-without-its-verification',
      comment: 'What proves the product is never a part of it.',
      from: { pathNot: `^verification/|${SPEC}` },
      to: { path: '^verification/' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'The client of programs is installed by itself: it imports no package and nothing of the product.',
      from: { path: '^sdk/' },
      to: { pathNot: '^sdk/' },
    },
    {
      name: 'product-stands-without-its-client',
      comment: 'The client is generated for programs of others.',
      from: { pathNot: `^(sdk|verification)/|${SPEC}` },
      to: { path: '^sdk/' },
    },
    {
      name: 'entries-are-not-imported',
      comment: 'Only main.ts files read the environment; what others need of them lives beside them.',
      from: {},
      to: { path: ENTRY },
    },
    {
      name: 'packages-are-declared',
      comment:
        'Each workspace declares the packages that it imports in its own package.json; knip finds those that it does not use.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'product-runs-without-development-packages',
      from: { pathNot: `^verification/|${SPEC}|${TEST_SUPPORT}` },
      to: { dependencyTypes: ['npm-dev'] },
    },
    { name: 'no-cycles', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved-imports',
      from: {},
      to: { couldNotResolve: true, pathNot: `^vitest|${BUNDLER_ASSET}` },
    },
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
