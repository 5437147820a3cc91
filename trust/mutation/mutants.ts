import ts from 'typescript';

export interface Mutant {
  readonly id: number;
  /** In the source, from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

export interface Mutated {
  readonly mutants: readonly Mutant[];
  /** The source with all of them in it: the one whose id is in the environment is the one that runs. */
  readonly text: string;
}

/** The variable in which a run is told which mutant is to live; none of them without it. */
export const CHOSEN = 'PERKTREE_MUTANT';

const SWAPS = new Map<ts.SyntaxKind, readonly string[]>([
  [ts.SyntaxKind.LessThanToken, ['<=', '>']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.QuestionQuestionToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
]);
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['plus', 'minus'],
  ['minus', 'plus'],
  ['times', 'div'],
  ['div', 'times'],
]);

/** All changes of a source that a test of it should notice, each a small one (operators, conditions, calls, numbers). */
export function mutantsOf(source: string, fileName: string): Mutated {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.ES2023, true);
  const mutants: Mutant[] = [];

  function render(node: ts.Node): string {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isDeclaredType(node)) return node.getFullText(file);
    let text = source.slice(node.getFullStart(), node.getEnd());
    // From the last child to the first, so that places before it stay where they are.
    for (const child of childrenOf(node).toReversed()) {
      const [from, to] = [child.getFullStart() - node.getFullStart(), child.getEnd() - node.getFullStart()];
      text = text.slice(0, from) + render(child) + text.slice(to);
    }
    const changes = changesOf(node, file);
    if (changes.length === 0) return text;
    const leading = source.slice(node.getFullStart(), node.getStart(file));
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const chosen = changes.map((after) => {
      const id = mutants.length;
      mutants.push({ id, line, before: node.getText(file), after });
      return { id, after };
    });
    const own = text.slice(leading.length);
    if (ts.isStatement(node))
      return `${leading}if (${chosen.map(({ id }) => `__mutant !== ${id}`).join(' && ')}) ${own}`;
    return `${leading}(${chosen.map(({ id, after }) => `__mutant === ${id} ? (${after}) : `).join('')}(${own}))`;
  }

  const text = render(file);
  return { mutants, text: `const __mutant = Number(process.env.${CHOSEN} ?? -1);\n${text}` };
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

const isDeclaredType = (node: ts.Node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** What may stand in the place of a node. An empty text takes a statement away. */
function changesOf(node: ts.Node, file: ts.SourceFile): readonly string[] {
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [node.left.getText(file), node.right.getText(file)];
    return (SWAPS.get(node.operatorToken.kind) ?? []).map((operator) => `${left} ${operator} ${right}`);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [node.operand.getText(file)];
  }
  if (ts.isCallExpression(node)) return callChanges(node, file);
  if (ts.isConditionalExpression(node)) return [node.whenTrue.getText(file), node.whenFalse.getText(file)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent)) return [`${node.text} + 1`];
  // A condition and what it guards: never, where nothing else is said of it.
  if (ts.isIfStatement(node) && node.elseStatement === undefined) return [''];
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) return [''];
  return [];
}

function callChanges(node: ts.CallExpression, file: ts.SourceFile): readonly string[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const [object, name] = [expression.expression.getText(file), expression.name.text];
  const given = node.arguments.map((argument) => argument.getText(file)).join(', ');
  if (name === 'filter') return [object];
  const other = METHODS.get(name);
  return other === undefined ? [] : [`${object}.${other}(${given})`];
}
