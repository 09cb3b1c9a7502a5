const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join('');

/** Tells each table and each piece of code what it is about: its chapter, with a number where that has several. */
function nameParts(tree) {
  const parts = new Map();
  let chapter = '';
  for (const node of tree.children) {
    if (node.type === 'heading') chapter = textOf(node);
    if (node.type !== 'code' && node.type !== 'table') continue;
    const key = `${node.type} ${chapter}`;
    parts.set(key, [...(parts.get(key) ?? []), { node, chapter }]);
  }
  for (const nodes of parts.values()) {
    for (const [index, { node, chapter: about }] of nodes.entries()) {
      const name = nodes.length > 1 ? `${about} ${index + 1}` : about;
      node.data = { ...node.data, hProperties: { 'data-about': name } };
    }
  }
}

/** Gives every document `export const contents`: the titles of its chapters, so that they can be listed before the text. */
export function mdxContents() {
  return (tree) => {
    nameParts(tree);
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
