import type { Plugin } from 'vite';

/** Marks the contracts of RULES, which are modules of their own: a bundler cannot divide one between two files. */
const WITH_BODIES = '?bodies';
const CONTRACTS = /[\\/]contracts[\\/].*\.ts(\?bodies)?$/;
/** The module of the screens that checks bodies, and is loaded with the first form. */
const RULES = /[\\/]lib[\\/]forms[\\/]rules\.ts$/;

/**
 * Of a call, screens need method and path. So their script gets the calls without their schemas, and of the other
 * contracts what is used; whole, they and their library are 48 KB. Forms check bodies: their rules are a file of their
 * own, which gets the calls with their bodies. The types stay those of the whole catalogue; slim-contracts.spec.ts makes
 * sure that no screen reads more of a call than there is.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || !(RULES.test(importer) || importer.endsWith(WITH_BODIES))) return undefined;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && CONTRACTS.test(resolved.id) && !resolved.id.endsWith(WITH_BODIES)
        ? { ...resolved, id: `${resolved.id}${WITH_BODIES}` }
        : resolved;
    },
    transform: {
      order: 'post',
      handler(code, id) {
        if (!CONTRACTS.test(id)) return undefined;
        const kept = id.endsWith(WITH_BODIES) ? ['method', 'path', 'body'] : ['method', 'path'];
        return { code: slim(code, this.parse(code), kept), map: null, moduleSideEffects: false };
      },
    },
  };
}

/** A node of the module's syntax tree (ESTree), as far as it is looked at here. */
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

/**
 * The module's code with its calls cut down, and with every constant that nothing uses free to be left out.
 * @param kept the parts of a call that stay
 */
export function slim(code: string, program: object, kept: readonly string[] = ['method', 'path']): string {
  const edits = [...constants(program as Node).flatMap(mayBeLeftOut), ...nodesIn(program).flatMap(cutCall(code, kept))];
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

/** What may do something when it is evaluated, as far as a bundler can see; in a contract it only declares. */
const EVALUATED = new Set(['CallExpression', 'MemberExpression', 'NewExpression', 'ObjectExpression']);

function constants(program: Node): Node[] {
  return (program.body as Node[])
    .map((statement) => (statement.declaration as Node | null | undefined) ?? statement)
    .flatMap((declaration) => (declaration.declarations as { init: Node | null }[] | undefined) ?? [])
    .flatMap(({ init }) => (init !== null && EVALUATED.has(init.type) ? [init] : []));
}

const mayBeLeftOut = ({ start, end }: Node): Edit[] => [
  { start, end: start, text: '/* @__PURE__ */ (() => (' },
  { start: end, end, text: '))()' },
];

/** `call({ method, path, … })` as contracts/http/call.ts declares it. */
const cutCall =
  (code: string, names: readonly string[]) =>
  (node: Node): Edit[] => {
    const [definition] = node.type === 'CallExpression' ? (node.arguments as Node[]) : [];
    if ((node.callee as Node | undefined)?.name !== 'call' || definition?.type !== 'ObjectExpression') return [];
    const kept = (definition.properties as Node[]).filter((property) =>
      names.includes(String((property.key as Node | undefined)?.name)),
    );
    const { start, end } = definition;
    return [{ start, end, text: `{ ${kept.map((property) => code.slice(property.start, property.end)).join(', ')} }` }];
  };

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(nodesIn);
  return 'type' in value && 'start' in value ? [value as Node, ...below] : below;
}
