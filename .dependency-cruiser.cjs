/** The import law (docs/architecture.md): the structure that the folders promise, as a check that fails the build. */

const SERVICES = ['identity', 'command-service', 'projector', 'query-service', 'audit-service'];
const COMPOSERS = '^(standalone|services|e2e|bench|trust)/';
const SPEC = '\\.spec\\.tsx?$|/testing/';
/** The address of a package's file, which the bundler alone resolves. */
const BUNDLER_ASSET = '\\.wasm\\?url$';
const ENTRY = '(^|/)main\\.tsx?$';

/** Nothing of a service may be imported by another service. */
const servicesApart = SERVICES.map((service) => ({
  name: `${service}-stands-alone`,
  comment: 'Services never import each other; standalone and services compose them.',
  severity: 'error',
  from: { path: `^${service}/`, pathNot: SPEC },
  to: {
    path: `^(${[...SERVICES, 'standalone', 'services', 'ui', 'e2e', 'bench', 'trust'].filter((s) => s !== service).join('|')})/`,
  },
}));

module.exports = {
  forbidden: [
    ...servicesApart,
    {
      name: 'contracts-are-pure',
      comment: 'What all sides agree on imports only zod and decimal.js, and so runs in the browser too.',
      severity: 'error',
      from: { path: '^contracts/', pathNot: SPEC },
      to: { pathNot: '^contracts/|node_modules/(zod|decimal\\.js)/' },
    },
    {
      name: 'deciders-are-pure',
      comment:
        'Decisions reach no clock, randomness or I/O: they import contracts and each other. Biome checks their globals.',
      severity: 'error',
      from: { path: '^command-service/domain/', pathNot: SPEC },
      to: { pathNot: '^command-service/(domain/|decider\\.ts$)|^contracts/' },
    },
    {
      name: 'deciders-are-in-the-domain',
      comment: 'Only files of the domain folder are checked to be pure, so a decider has its place there.',
      severity: 'error',
      from: { path: '^command-service/[^/]+/', pathNot: `^command-service/domain/|${SPEC}` },
      to: { path: '^command-service/decider\\.ts$' },
    },
    {
      name: 'query-service-reads-read-models',
      comment: 'Whatever a screen shows comes from the read models, never from the event store.',
      severity: 'error',
      from: { path: '^query-service/', pathNot: SPEC },
      to: { path: '^event-store/' },
    },
    {
      name: 'ui-knows-contracts-alone',
      severity: 'error',
      from: { path: '^ui/', pathNot: SPEC },
      to: { path: '^(?!ui/|contracts/|node_modules/)', pathNot: BUNDLER_ASSET },
    },
    {
      name: 'features-stand-alone',
      comment: 'A feature of the UI never imports another one; what they share is in components or lib.',
      severity: 'error',
      from: { path: '^ui/features/([^/]+)/' },
      to: { path: '^ui/features/([^/]+)/', pathNot: '^ui/features/$1/' },
    },
    {
      name: 'plumbing-knows-no-service',
      severity: 'error',
      from: { path: '^(platform|event-store)/', pathNot: SPEC },
      to: { path: `^(${[...SERVICES, 'standalone', 'services', 'ui'].join('|')})/` },
    },
    {
      name: 'nobody-imports-the-composition',
      severity: 'error',
      from: { pathNot: `${COMPOSERS}|${SPEC}` },
      to: { path: COMPOSERS },
    },
    {
      name: 'entries-are-not-imported',
      comment: 'Only main.ts files read the environment; what others need of them lives beside them.',
      severity: 'error',
      from: {},
      to: { path: ENTRY },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: `^vitest|${BUNDLER_ASSET}` },
    },
  ],
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
