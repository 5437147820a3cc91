/**
 * Looks in the built screens (ui/dist) for built-ins that the oldest supported browser lacks: Safari 16.4 on iOS 16.4. The
 * build target of Vite lowers syntax only. MDN's browser-compat-data says what a browser has. The scripts are read as text: that
 * shows calls such as `URL.canParse(…)`, `x.isSubsetOf(…)` and `new Temporal…`, but no methods of iterators that arrays have, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/project.mjs';

/** As the README says. iOS is the oldest: an iPhone cannot install another engine. */
const OLDEST = { browser: 'safari_ios', version: [16, 4] };
const dist = join(root, 'ui/dist');

/** Required: vitest would make a module of its 16 MB, which takes half a minute. */
const compat = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** Newer built-ins that scripts ask for before they use them, or take another way without. */
const GUARDED = new Map([
  ['BarcodeDetector', 'kit/camera and html5-qrcode look for it, and decode themselves without it'],
  ['Error.captureStackTrace', 'the PDF library looks for it'],
]);

/** Their methods are named like those of arrays and of our own objects. */
const OWNERS_WITH_COMMON_NAMES = new Set(['Iterator', 'AsyncIterator', 'DisposableStack', 'AsyncDisposableStack']);

function isInOldest({ support }) {
  const [{ version_added: added, flags } = {}] = [support[OLDEST.browser] ?? {}].flat();
  if (typeof added !== 'string' || added === 'preview' || flags) return false;
  const [major, minor = 0] = added.replace('≤', '').split('.').map(Number);
  const [wantedMajor, wantedMinor] = OLDEST.version;
  return major < wantedMajor || (major === wantedMajor && minor <= wantedMinor);
}

const BUILT_INS = { ...compat.javascript.builtins, ...compat.api };

/** All members of built-ins: `isLanguage` of JavaScript, else of the web; `isStatic` of a constructor itself. */
const MEMBERS = [compat.javascript.builtins, compat.api].flatMap((tree) =>
  Object.entries(tree).flatMap(([owner, { __compat, ...features }]) =>
    Object.entries(features)
      .filter(([feature, { __compat: of }]) => of && /^\w+$/.test(feature))
      .map(([feature, { __compat: of }]) => ({
        owner,
        name: feature.replace(/_static$/, ''),
        isStatic: feature.endsWith('_static'),
        isLanguage: tree === compat.javascript.builtins,
        isInOldest: isInOldest(of),
      })),
  ),
);

/** Newer built-ins: constructors and namespaces, their members as `Owner.member`, and methods that only newer ones have. */
function newer() {
  const lacked = MEMBERS.filter((member) => !member.isInOldest);
  const known = new Set(MEMBERS.filter((member) => member.isInOldest).map(({ name }) => name));
  const methods = lacked.filter(
    ({ owner, name, isLanguage, isStatic }) =>
      isLanguage && !isStatic && !known.has(name) && !OWNERS_WITH_COMMON_NAMES.has(owner),
  );
  const isNewer = ([, { __compat }]) => __compat !== undefined && !isInOldest(__compat);
  return {
    owners: new Set([...Object.entries(BUILT_INS)].filter(isNewer).map(([owner]) => owner)),
    // BCD marks static members of the language as it marks methods.
    members: new Set(
      lacked.filter((one) => one.isLanguage || one.isStatic).map(({ owner, name }) => `${owner}.${name}`),
    ),
    methods: new Set(methods.map(({ name }) => name)),
  };
}

const NEWER = newer();

const count = (script, text) => script.split(text).length - 1;

/** @returns the newer built-ins that a script calls, such as `URL.canParse` and `.isSubsetOf` */
function newerThanOldest(script) {
  const found = new Set();
  for (const [, owner, member] of script.matchAll(/(?<![\w$.])([A-Z]\w*)\.(\w+)/g)) {
    const name = `${owner}.${member}`;
    if (NEWER.owners.has(owner) && owner in compat.javascript.builtins) found.add(owner);
    // A script that asks for it first has as many questions as calls.
    else if (NEWER.members.has(name) && count(script, `${name}(`) > count(script, `typeof ${name}`)) found.add(name);
  }
  for (const [, owner] of script.matchAll(/(?<![\w$.])new ([A-Z]\w*)(?=[(;,)])/g)) {
    if (NEWER.owners.has(owner)) found.add(owner);
  }
  // Looked at from the point: from its front, a long text without points would be read again from each of its letters.
  for (const [, object, name] of script.matchAll(/(?<=([\w$)\]}'"`]+))\.([a-z]\w*)(?=\()/g)) {
    if (NEWER.methods.has(name) && !(object in BUILT_INS)) found.add(`.${name}`);
  }
  return [...found].filter((name) => !GUARDED.has(name));
}

/** @returns one line a script: `{ file, found }` */
function builtScripts() {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, found: newerThanOldest(readFileSync(join(dist, file), 'utf8')) }));
}

describe('the oldest supported browser', () => {
  /** Of what scripts/build.mjs has built; `npm test` builds first. */
  it('has every built-in that a built script calls', () => {
    const scripts = builtScripts();
    const names = scripts.map(({ file }) => file);
    for (const entry of [/^assets\/admin-/, /^assets\/public-(first|public)-/, /^sw\.js$/])
      expect(names).toContainEqual(expect.stringMatching(entry));
    expect(scripts.filter(({ found }) => found.length > 0)).toEqual([]);
  });

  it.each([
    ['return URL.canParse(a,b)?1:0', ['URL.canParse']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['x=Object.groupBy(a,b),Map.groupBy(a,b)', ['Object.groupBy', 'Map.groupBy']],
    ['AbortSignal.any([a])', ['AbortSignal.any']],
    ['a.isSubsetOf(b)', ['.isSubsetOf']],
    ['typeof URL.canParse==`function`&&URL.canParse(a),URL.canParse(b)', ['URL.canParse']],
    ['new Temporal.Instant(1n)', ['Temporal']],
    ['Temporal.Now.instant()', ['Temporal']],
  ])('lacks a built-in of %s', (script, found) => {
    expect(newerThanOldest(script)).toEqual(found);
  });

  it.each([
    'a.toSorted().toReversed().with(0,1).at(-1)',
    'Object.hasOwn(a,b),structuredClone(a),new URL(a)',
    'own.URL.canParse(a)',
    'URL.canParse?.(a)',
    'typeof URL.canParse==`function`?URL.canParse(a):b(a)',
  ])('has what %s calls, or is asked for it', (script) => {
    expect(newerThanOldest(script)).toEqual([]);
  });
});
