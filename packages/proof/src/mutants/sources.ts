import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import ts from 'typescript';
import type { Mutant } from './mutant.js';

export const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..');

const SKIPPED = new Set(['node_modules', 'dist', 'build', 'coverage', 'test-results', '.turbo']);
const TEST = /\.spec\.tsx?$/;
const SOURCE = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesBelow(join(folder, entry.name));
    else if (entry.isFile()) yield relative(REPOSITORY, join(folder, entry.name)).split(sep).join('/');
  }
}

export interface Declaration {
  path: string;
  file: ts.SourceFile;
  node: ts.Node;
}

/** The TypeScript sources and tests of all packages. Paths are relative to the repository. */
export class Sources {
  private constructor(
    private readonly texts: ReadonlyMap<string, string>,
    private readonly tests: readonly string[],
    private readonly parsed = new Map<string, ts.SourceFile>(),
  ) {}

  static load(): Sources {
    const files = ['apps', 'packages'].flatMap((group) => [...filesBelow(join(REPOSITORY, group))]);
    const sources = files.filter((path) => SOURCE.test(path) && !TEST.test(path));
    const read = (path: string): [string, string] => [path, readFileSync(join(REPOSITORY, path), 'utf8')];
    return new Sources(
      new Map(sources.map(read)),
      files.filter((path) => TEST.test(path)),
    );
  }

  static of(texts: Record<string, string>): Sources {
    return new Sources(new Map(Object.entries(texts)), []);
  }

  with(changed: ReadonlyMap<string, string>): Sources {
    return new Sources(new Map([...this.texts, ...changed]), this.tests, this.parsed);
  }

  /** The sources of a package, such as `apps/api`. */
  pathsOf(folder: string): string[] {
    return [...this.texts.keys()].filter((path) => path.startsWith(`${folder}/`));
  }

  text(path: string): string {
    return this.texts.get(path) ?? '';
  }

  hasTestFile(name: string): boolean {
    return this.tests.some((path) => basename(path) === name);
  }

  /** Throws unless exactly one test file has this base name and contains the title. */
  testFile({ test, title = '' }: Pick<Mutant, 'test' | 'title'>): string {
    const named = this.tests.filter((path) => basename(path) === test);
    const found = named.filter((path) => title.split('|').every((one) => this.testText(path).includes(one)));
    const [path] = found;
    if (path === undefined || found.length > 1) {
      throw new Error(`${found.length} of ${named.length} files named ${test} contain the title "${title}", not one`);
    }
    return path;
  }

  private testText(path: string): string {
    return readFileSync(join(REPOSITORY, path), 'utf8');
  }

  /** All declarations with this name: `Class.method`, `Class.constructor`, a function, a constant or a class. */
  declarations(name: string): Declaration[] {
    const [outer = '', member] = name.split('.');
    return this.inFilesWith(outer, (file) =>
      file.statements.flatMap((statement) => declared(statement, outer)).flatMap((node) => membersOf(node, member)),
    );
  }

  /** Object literals of prepared statements with this `name`. */
  preparedStatements(name: string): Declaration[] {
    return this.inFilesWith(name, (file) => {
      const found: ts.Node[] = [];
      const visit = (node: ts.Node): void => {
        const isNamed =
          ts.isPropertyAssignment(node) &&
          node.name.getText(file) === 'name' &&
          ts.isStringLiteralLike(node.initializer) &&
          node.initializer.text === name;
        if (isNamed) found.push(node.parent);
        ts.forEachChild(node, visit);
      };
      visit(file);
      return found;
    });
  }

  private inFilesWith(word: string, find: (file: ts.SourceFile) => ts.Node[]): Declaration[] {
    return [...this.texts]
      .filter(([, text]) => text.includes(word))
      .flatMap(([path, text]) => {
        const file = this.parse(path, text);
        return find(file).map((node) => ({ path, file, node }));
      });
  }

  private parse(path: string, text: string): ts.SourceFile {
    const known = this.parsed.get(path);
    if (known?.text === text) return known;
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    this.parsed.set(path, file);
    return file;
  }
}

function declared(statement: ts.Statement, name: string): ts.Node[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.filter((one) => ts.isIdentifier(one.name) && one.name.text === name);
  }
  const isNamed =
    (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name?.text === name;
  return isNamed ? [statement] : [];
}

/** The member of a class or of an object literal that a constant holds; the node itself without a member name. */
function membersOf(node: ts.Node, member: string | undefined): ts.Node[] {
  if (member === undefined) return [node];
  if (ts.isVariableDeclaration(node)) {
    const value = node.initializer;
    const object = value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) ? value.expression : value;
    if (!object || !ts.isObjectLiteralExpression(object)) return [];
    return object.properties.filter((one) => one.name?.getText() === member);
  }
  if (!ts.isClassDeclaration(node)) return [];
  return node.members.filter((one) =>
    ts.isConstructorDeclaration(one) ? member === 'constructor' : one.name?.getText() === member,
  );
}
