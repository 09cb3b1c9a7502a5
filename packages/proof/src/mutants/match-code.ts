import ts from 'typescript';

/** Texts of the tokens of a node without comments, semicolons and trailing commas, with uniform quotes. */
function tokensOf(node: ts.Node, file: ts.SourceFile): string[] {
  const tokens: string[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isJSDoc(one)) return;
    const children = one.getChildren(file);
    if (children.length > 0) children.forEach(visit);
    else if (ts.isStringLiteral(one)) tokens.push(JSON.stringify(one.text));
    else if (one.getText(file) !== '' && one.kind !== ts.SyntaxKind.SemicolonToken) tokens.push(one.getText(file));
  };
  visit(node);
  return tokens.filter((token, index) => token !== ',' || !/^[)\]}]$/.test(tokens[index + 1] ?? ''));
}

function parse(code: string): { file: ts.SourceFile; node: ts.Node } {
  const body = code.trimStart().startsWith('{') ? `(${code})` : code;
  const file = ts.createSourceFile('code.ts', `async () => {${body}}`, ts.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  const arrow = statement && ts.isExpressionStatement(statement) ? statement.expression : undefined;
  const block = arrow && ts.isArrowFunction(arrow) ? arrow.body : undefined;
  const [only, ...more] = block && ts.isBlock(block) ? block.statements : [];
  if (!only || more.length > 0) throw new Error(`not one expression or statement: ${code}`);
  const node = ts.isExpressionStatement(only) ? only.expression : only;
  return { file, node: ts.isParenthesizedExpression(node) && body !== code ? node.expression : node };
}

/** Nodes below `root` that have the same tokens as the code. */
export function matchCode(root: ts.Node, file: ts.SourceFile, code: string): ts.Node[] {
  const pattern = parse(code);
  const wanted = tokensOf(pattern.node, pattern.file).join(' ');
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === pattern.node.kind && tokensOf(node, file).join(' ') === wanted) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

const LOGICAL = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

/** What must be replaced, and by which text, to remove a statement or an operand of `&&` or `||`. */
export function removal(node: ts.Node): { replaced: ts.Node; by: string } {
  const { parent } = node;
  if (ts.isStatement(node)) return { replaced: node, by: ';' };
  if (ts.isExpressionStatement(parent)) return { replaced: parent, by: ';' };
  if (ts.isParenthesizedExpression(parent)) return removal(parent);
  if (ts.isBinaryExpression(parent) && LOGICAL.has(parent.operatorToken.kind)) {
    const other = parent.left === node ? parent.right : parent.left;
    return { replaced: parent, by: `(${other.getText()})` };
  }
  throw new Error(`neither a statement nor an operand of && or ||: ${node.getText()}`);
}
