import ts from 'typescript';
import { isExcluded, isExcludedFile } from './exclusions.js';
import { mutateNode } from './operators.js';

/** A change of one place of one file. */
export interface Change {
  path: string;
  module: string;
  line: number;
  operator: string;
  start: number;
  end: number;
  before: string;
  text: string;
  /** Where a statement can be inserted that runs when this place does. */
  probe: Probe;
}

/** Before a statement, or around an expression. */
type Probe = { before: number } | { from: number; to: number };

/** The slice of images, the module, the feature or the layer that a file belongs to. */
export function moduleOf(path: string): string {
  const [, , , first = '', second = '', third = ''] = path.split('/');
  if (!path.split('/').at(4)) return 'composition';
  if (first === 'modules') return second === 'images' ? `images/${third}` : second;
  return first === 'features' ? `features/${second}` : first;
}

const isStatementList = (node: ts.Node): boolean =>
  ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseOrDefaultClause(node);

/** A field of a class and the expression of an arrow function run later than the statement around them. */
const isDeferred = (node: ts.Node): boolean =>
  (ts.isArrowFunction(node.parent) && node.parent.body === node) ||
  (ts.isPropertyDeclaration(node.parent) && node.parent.initializer === node);

function probeOf(node: ts.Node, file: ts.SourceFile): Probe {
  if (ts.isBlock(node)) return { before: node.getStart(file) + 1 };
  let one = node;
  while (!(ts.isStatement(one) && isStatementList(one.parent))) {
    if (isDeferred(one)) return { from: one.getStart(file), to: one.getEnd() };
    one = one.parent;
  }
  return { before: one.getStart(file) };
}

/** Every change of a file that the rules allow. */
export function findChanges(path: string, text: string): Change[] {
  if (isExcludedFile(path)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (isExcluded(node, file)) return;
    for (const { operator, text: by, part = [0, node.getWidth(file)] } of mutateNode(node, file)) {
      const [start, end] = part.map((offset) => node.getStart(file) + offset) as [number, number];
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      const place = { path, module: moduleOf(path), line, start, end, before: text.slice(start, end) };
      found.push({ ...place, operator, text: by, probe: probeOf(node, file) });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

export const applyChange = ({ start, end, text }: Change, source: string): string =>
  source.slice(0, start) + text + source.slice(end);
