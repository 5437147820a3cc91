import type { Plugin } from 'vite';

/**
 * Query of the contract modules that RULES imports. They are separate modules, because a bundler cannot split one
 * module between two files.
 */
const WITH_BODIES = '?bodies';
const CONTRACTS = /[\\/]contracts[\\/].*\.ts(\?bodies)?$/;
/** The module that validates bodies, loaded with the first form. */
const RULES = /[\\/]lib[\\/]forms[\\/]rules\.ts$/;

/**
 * Removes unused schemas from the browser's scripts: screens need only the method and path of a call. Complete contracts
 * with zod are 48 KB. Only the file with the form rules gets the bodies of calls. The types stay complete;
 * slim-contracts.spec.ts checks that screens read only the method and path of a call.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined) return undefined;
      if (!(RULES.test(importer) || importer.endsWith(WITH_BODIES))) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && CONTRACTS.test(resolved.id) && !resolved.id.endsWith(WITH_BODIES)
        ? { ...resolved, id: `${resolved.id}${WITH_BODIES}` }
        : resolved;
    },
    transform: {
      order: 'post',
      handler(code, id) {
        if (!CONTRACTS.test(id)) return undefined;
        const slimmed = slim(code, this.parse(code), id.endsWith(WITH_BODIES));
        return { code: slimmed, map: null, moduleSideEffects: false };
      },
    },
  };
}

/** The used parts of a syntax tree node (ESTree). */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The module's code with calls reduced to method, path and perhaps body, and unused constants marked as removable. */
function slim(code: string, program: object, isWithBody: boolean): string {
  // Calls first: of two edits that begin at the same place, the first replaces the code around which the second stands.
  const edits = [
    ...nodesIn(program).flatMap(cutCall(code, isWithBody)),
    ...constants(program as Node).flatMap(markPure),
  ];
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

/** Expressions that bundlers treat as side effects. In contracts they have none. */
const EVALUATED = new Set([
  'ArrayExpression',
  'CallExpression',
  'MemberExpression',
  'NewExpression',
  'ObjectExpression',
]);

function constants(program: Node): Node[] {
  return (program.body as Node[])
    .map((statement) => (statement.declaration as Node | null | undefined) ?? statement)
    .flatMap((declaration) => (declaration.declarations as { init: Node | null }[] | undefined) ?? [])
    .flatMap(({ init }) => (init !== null && EVALUATED.has(init.type) ? [init] : []));
}

const markPure = ({ start, end }: Node): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
];

/** `call(method, path, { … })` as declared in contracts/kernel/call.ts; files with calls of several sections name them `dashboardCall`. */
const cutCall =
  (code: string, isWithBody: boolean) =>
  (node: Node): Edit[] => {
    const { callee, arguments: given } = node as Node & { callee?: Node; arguments?: readonly Node[] };
    const [method, path, definition] = given ?? [];
    if (!/^(\w+C|c)all$/.test(String(callee?.name)) || !method || !path || !definition) return [];
    const textOf = ({ start, end }: Node) => code.slice(start, end);
    const fields = isWithBody ? ((definition.properties ?? []) as Node[]) : [];
    const body = fields.filter(({ key }) => (key as Node | undefined)?.name === 'body').map(textOf);
    const parts = [`method: ${textOf(method)}`, `path: ${textOf(path)}`, ...body].join(', ');
    // Without `call`, and so without the titles of the reference's sections.
    return [{ start: node.start, end: node.end, text: `({ ${parts} })` }];
  };

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(nodesIn);
  return 'type' in value && 'start' in value ? [value as Node, ...below] : below;
}
