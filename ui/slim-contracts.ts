import type { Plugin } from 'vite';

const CONTRACTS = /[\\/]contracts[\\/].*\.ts$/;

/**
 * The browser asks the server and checks little itself: of a call it needs method and path. So its script gets the calls
 * without their schemas, and of the other contracts what is used; whole, they and their library are 48 KB. The types
 * stay those of the whole catalogue; slim-contracts.spec.ts sees to it that no screen reads more of a call than there is.
 */
export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    transform(code, id) {
      if (!CONTRACTS.test(id)) return undefined;
      return { code: slim(code, this.parse(code)), map: null, moduleSideEffects: false };
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

/** The module's code with its calls cut down, and with every constant that nothing uses free to be left out. */
export function slim(code: string, program: object): string {
  const edits = [...constants(program as Node).flatMap(mayBeLeftOut), ...nodesIn(program).flatMap(methodAndPath(code))];
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
const methodAndPath =
  (code: string) =>
  (node: Node): Edit[] => {
    const [definition] = node.type === 'CallExpression' ? (node.arguments as Node[]) : [];
    if ((node.callee as Node | undefined)?.name !== 'call' || definition?.type !== 'ObjectExpression') return [];
    const kept = (definition.properties as Node[]).filter((property) =>
      ['method', 'path'].includes(String((property.key as Node | undefined)?.name)),
    );
    const { start, end } = definition;
    return [{ start, end, text: `{ ${kept.map((property) => code.slice(property.start, property.end)).join(', ')} }` }];
  };

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(nodesIn);
  return 'type' in value && 'start' in value ? [value as Node, ...below] : below;
}
