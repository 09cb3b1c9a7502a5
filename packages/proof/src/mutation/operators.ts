import ts from 'typescript';
import type { Replacement } from './replacement.js';
import { mutateSql } from './sql-operators.js';

type Operator = (node: ts.Node, file: ts.SourceFile) => Replacement[];

const { SyntaxKind } = ts;

const BINARY: ReadonlyMap<ts.SyntaxKind, readonly [operator: string, by: string]> = new Map([
  [SyntaxKind.LessThanToken, ['boundary', '<=']],
  [SyntaxKind.LessThanEqualsToken, ['boundary', '<']],
  [SyntaxKind.GreaterThanToken, ['boundary', '>=']],
  [SyntaxKind.GreaterThanEqualsToken, ['boundary', '>']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['equality', '!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['equality', '===']],
  [SyntaxKind.AmpersandAmpersandToken, ['logic', '||']],
  [SyntaxKind.BarBarToken, ['logic', '&&']],
  [SyntaxKind.PlusToken, ['arithmetic', '-']],
  [SyntaxKind.MinusToken, ['arithmetic', '+']],
  [SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [SyntaxKind.SlashToken, ['arithmetic', '*']],
  [SyntaxKind.PercentToken, ['arithmetic', '*']],
  [SyntaxKind.PlusEqualsToken, ['arithmetic', '-=']],
  [SyntaxKind.MinusEqualsToken, ['arithmetic', '+=']],
]);

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

const binary: Operator = (node, file) => {
  if (!ts.isBinaryExpression(node) || isText(node.left) || isText(node.right)) return [];
  const [left, right] = [node.left.getText(file), node.right.getText(file)];
  if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) {
    return [{ operator: 'default', text: `(${left} && ${right})` }];
  }
  const known = BINARY.get(node.operatorToken.kind);
  if (!known) return [];
  const [operator, by] = known;
  // `a && b || c` must keep its grouping when one operator changes.
  const text = `${left} ${by} ${right}`;
  return [{ operator, text: operator === 'logic' ? `(${text})` : text }];
};

const condition: Operator = (node) => {
  const { parent } = node;
  const isCondition =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node);
  if (!isCondition) return [];
  return [
    { operator: 'condition', text: 'true' },
    { operator: 'condition', text: 'false' },
  ];
};

const unary: Operator = (node, file) => {
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return [];
  const operand = node.operand.getText(file);
  if (node.operator === SyntaxKind.ExclamationToken) return [{ operator: 'negation', text: operand }];
  if (node.operator === SyntaxKind.PlusPlusToken) return [{ operator: 'arithmetic', text: `${operand}--` }];
  if (node.operator === SyntaxKind.MinusMinusToken) return [{ operator: 'arithmetic', text: `${operand}++` }];
  return [];
};

const literal: Operator = (node) => {
  if (node.kind === SyntaxKind.TrueKeyword) return [{ operator: 'boolean', text: 'false' }];
  if (node.kind === SyntaxKind.FalseKeyword) return [{ operator: 'boolean', text: 'true' }];
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isPattern(node)) {
    return [{ operator: 'array', text: '[]' }];
  }
  return [];
};

/** `[a, b] = [b, a]` */
const isPattern = (node: ts.ArrayLiteralExpression): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === SyntaxKind.EqualsToken;

/** Only templates: an emptied literal of a union type would be found by the compiler. */
const text: Operator = (node, file) => {
  if (ts.isTaggedTemplateExpression(node.parent)) return [];
  const sql = isText(node) ? mutateSql(node.getText(file)) : [];
  if (sql.length > 0) return sql;
  return ts.isTemplateExpression(node) ? [{ operator: 'text', text: '``' }] : [];
};

/** Not a lost `await`: the linter refuses it, also behind `void`. */
const statement: Operator = (node) => {
  if (ts.isThrowStatement(node)) return [{ operator: 'throw', text: ';' }];
  if (!ts.isExpressionStatement(node)) return [];
  const { expression } = node;
  if (ts.isAwaitExpression(expression)) return [{ operator: 'call', text: ';' }];
  if (!ts.isCallExpression(expression) || expression.expression.kind === SyntaxKind.SuperKeyword) return [];
  return [{ operator: 'call', text: ';' }];
};

const body: Operator = (node) => {
  const isBody =
    ts.isBlock(node) &&
    node.statements.length > 0 &&
    (ts.isFunctionDeclaration(node.parent) || ts.isMethodDeclaration(node.parent) || ts.isArrowFunction(node.parent));
  return isBody ? [{ operator: 'body', text: '{}' }] : [];
};

const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['ceil', 'floor'],
  ['floor', 'ceil'],
]);
const DROPPED = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'slice', 'trim', 'toLowerCase']);

const method: Operator = (node, file) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: object, name } = node.expression;
  if (DROPPED.has(name.text)) return [{ operator: 'method', text: object.getText(file) }];
  const by = METHODS.get(name.text);
  if (by === undefined) return [];
  const args = node.arguments.map((one) => one.getText(file)).join(', ');
  return [{ operator: 'method', text: `${object.getText(file)}.${by}(${args})` }];
};

const chain: Operator = (node, file) => {
  if (!ts.isPropertyAccessExpression(node) || !node.questionDotToken) return [];
  return [{ operator: 'chain', text: `${node.expression.getText(file)}.${node.name.text}` }];
};

const OPERATORS: readonly Operator[] = [binary, condition, unary, literal, text, statement, body, method, chain];

/** Every change of one node. */
export const mutateNode = (node: ts.Node, file: ts.SourceFile): Replacement[] =>
  OPERATORS.flatMap((operator) => operator(node, file));
