const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join('');

/** Gives every document `export const contents`: the titles of its chapters, so that they can be listed before the text. */
export function mdxContents() {
  return (tree) => {
    const titles = tree.children.filter(({ type, depth }) => type === 'heading' && depth === 2).map(textOf);
    const declaration = {
      type: 'VariableDeclaration',
      kind: 'const',
      declarations: [
        {
          type: 'VariableDeclarator',
          id: { type: 'Identifier', name: 'contents' },
          init: { type: 'ArrayExpression', elements: titles.map((value) => ({ type: 'Literal', value })) },
        },
      ],
    };
    const body = [{ type: 'ExportNamedDeclaration', specifiers: [], declaration }];
    tree.children.push({
      type: 'mdxjsEsm',
      value: '',
      data: { estree: { type: 'Program', sourceType: 'module', body } },
    });
  };
}
