import ts from 'typescript';
import { matchCode, removal } from './match-code.js';
import type { CodeEdit, Mutant, SqlEdit } from './mutant.js';
import type { Declaration, Sources } from './sources.js';

interface Change {
  path: string;
  start: number;
  end: number;
  text: string;
}

const PARAMETER = /\$\d+(?:::[a-z]+(?:\[\])?)?/g;

/** `true`, mentioning the parameters that only the predicate used, since Postgres needs to know their types. */
function withoutPredicate(predicate: string, others: string): string {
  const orphans = (predicate.match(PARAMETER) ?? []).filter((parameter) => {
    const [number = ''] = parameter.split('::');
    return !new RegExp(`\\${number}(?!\\d)`).test(others);
  });
  const mentions = orphans.map((parameter) => `${parameter.includes('::') ? parameter : `${parameter}::text`} is null`);
  return mentions.length === 0 ? 'true' : `(true or ${mentions.join(' or ')})`;
}

/** String and template literals below a node, outermost ones only. */
function literalsBelow(root: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(root) || ts.isTemplateExpression(root)) return [root];
  const found: ts.Node[] = [];
  ts.forEachChild(root, (node) => void found.push(...literalsBelow(node)));
  return found;
}

function sqlChanges(edit: SqlEdit, { path, file, node }: Declaration): Change[] {
  const wanted = 'remove' in edit ? edit.remove : edit.replace;
  const pattern = wanted
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  return literalsBelow(node).flatMap((literal) => {
    const from = literal.getStart(file);
    const text = literal.getText(file);
    return [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => {
      const others = text.slice(0, match.index) + text.slice(match.index + match[0].length);
      const start = from + match.index;
      const by = 'remove' in edit ? withoutPredicate(match[0], others) : edit.by;
      return { path, start, end: start + match[0].length, text: by };
    });
  });
}

function codeChanges(edit: CodeEdit, { path, file, node }: Declaration): Change[] {
  const change = (replaced: ts.Node, text: string): Change => ({
    path,
    start: replaced.getStart(file),
    end: replaced.getEnd(),
    text,
  });
  if ('remove' in edit) {
    return matchCode(node, file, edit.remove)
      .map(removal)
      .map(({ replaced, by }) => change(replaced, by));
  }
  if ('negate' in edit) return matchCode(node, file, edit.negate).map((one) => change(one, `!(${one.getText(file)})`));
  return matchCode(node, file, edit.replace).map((one) => change(one, edit.by));
}

const isSql = (edit: Mutant['edits'][number]): edit is SqlEdit => 'sql' in edit;

/** Finds the one place that an edit changes. Throws when there is none or more than one. */
function locate(edit: Mutant['edits'][number], sources: Sources): Change {
  const name = isSql(edit) ? edit.sql : edit.in;
  const declared = sources.declarations(name);
  const declarations = declared.length === 0 && isSql(edit) ? sources.preparedStatements(name) : declared;
  if (declarations.length === 0) throw new Error(`nothing is named ${name} in apps/*/src and packages/*/src`);
  const changes = declarations.flatMap((one) => (isSql(edit) ? sqlChanges(edit, one) : codeChanges(edit, one)));
  const [change] = changes;
  if (!change || changes.length > 1) {
    const files = [...new Set(declarations.map(({ path }) => path))].join(', ');
    const wanted = 'remove' in edit ? edit.remove : 'negate' in edit ? edit.negate : edit.replace;
    throw new Error(`${name} (${files}) contains this ${changes.length} times, not once: ${wanted}`);
  }
  return change;
}

/** The files that a mutant changes, with their new text. Throws, naming the mutant, when an edit fits no place. */
export function applyMutant({ name, edits }: Pick<Mutant, 'name' | 'edits'>, sources: Sources): Map<string, string> {
  const changed = new Map<string, string>();
  for (const edit of edits) {
    try {
      const current = sources.with(changed);
      const { path, start, end, text } = locate(edit, current);
      const before = current.text(path);
      changed.set(path, before.slice(0, start) + text + before.slice(end));
      if (changed.get(path) === before) throw new Error(`the edit changes nothing in ${path}`);
    } catch (error) {
      throw new Error(`mutant "${name}": ${(error as Error).message}`, { cause: error });
    }
  }
  return changed;
}
