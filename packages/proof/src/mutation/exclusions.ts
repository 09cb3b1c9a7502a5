import ts from 'typescript';

/** Files without rules: what they declare is verified by the compiler, the migrations or the start of a process. */
const FILES = /\.(entity|module|port|d)\.ts$|\/migrations\/|\/(main(\.[\w-]+)?|index)\.tsx?$/;

export const isExcludedFile = (path: string): boolean => FILES.test(path);

const LOGGING = /^(this\.)?log(ger)?\.(debug|info|log|warn|error)\(/;

type Exclusion = (node: ts.Node, file: ts.SourceFile) => boolean;

/** Types, imports and decorators: the compiler and the start of the application verify them. */
const isDeclarative: Exclusion = (node) =>
  ts.isTypeNode(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isDecorator(node);

/** A line of the log and the text of an internal error: no rule depends on them. */
const isLogging: Exclusion = (node, file) =>
  (ts.isExpressionStatement(node) && LOGGING.test(node.expression.getText(file))) ||
  (ts.isTemplateExpression(node) &&
    ts.isNewExpression(node.parent) &&
    node.parent.expression.getText(file) === 'Error');

/** The named steps of the work exist for simulated crashes only. */
const isFailPoint: Exclusion = (node, file) =>
  ts.isExpressionStatement(node) && /^await (this\.)?failPoints\.reach\(/.test(node.expression.getText(file));

/** Looks: verified by screenshots, invisible to specs. */
const isStyling: Exclusion = (node, file) =>
  (ts.isJsxAttribute(node) && /^(className|style)$/.test(node.name.getText(file))) ||
  (ts.isCallExpression(node) && node.expression.getText(file) === 'cx');

/** The list of dependencies of a hook: the linter verifies it. */
const isDependencyList: Exclusion = (node, file) =>
  ts.isArrayLiteralExpression(node) &&
  ts.isCallExpression(node.parent) &&
  node.parent.arguments.at(-1) === node &&
  /^use(Effect|LayoutEffect|Memo|Callback)$/.test(node.parent.expression.getText(file));

const EXCLUSIONS: readonly Exclusion[] = [isDeclarative, isLogging, isFailPoint, isStyling, isDependencyList];

/** Whether neither a node nor what is below it is changed. */
export const isExcluded: Exclusion = (node, file) => EXCLUSIONS.some((excludes) => excludes(node, file));
