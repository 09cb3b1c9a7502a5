import type { CDPSession, Page } from '@playwright/test';

/** What a screen reader reads as one thing. */
export interface Line {
  role: string;
  name: string;
  /** Read after the name. */
  description: string;
  /** Of a heading. */
  level: number | null;
  /** Its place on the way of Tab. */
  stop: number | null;
  isInMain: boolean;
}

interface Node {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
  parentId?: string;
  childIds?: string[];
  backendDOMNodeId?: number;
}

export const LANDMARKS = ['banner', 'main', 'contentinfo', 'navigation', 'region', 'complementary', 'form', 'search'];
/** Read with their name only. */
const GROUPS = ['group', 'radiogroup', 'tablist', 'tabpanel', 'listbox', 'list', 'table', 'image'];
const OTHERS = ['dialog', 'alertdialog', 'heading', 'alert'];
const CONTROLS = new Map([
  ...['link', 'button', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch', 'tab', 'slider'].map(
    (role) => [role, role] as const,
  ),
  ['option', 'option'],
  ['spinbutton', 'spinbutton'],
  ['menuitem', 'menuitem'],
  ['DisclosureTriangle', 'summary'],
  ['Date', 'date'],
]);
/** Their parts are read with them. */
const WHOLE = ['Date', 'combobox', 'image'];

const isRead = (role: string, name: string): boolean =>
  CONTROLS.has(role) || LANDMARKS.includes(role) || OTHERS.includes(role) || (GROUPS.includes(role) && name !== '');

/** The browser's numbers of the elements that Tab has passed, in its order. */
async function walkedNodes(session: CDPSession): Promise<number[]> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'window.walk.elements()' });
  const { result: entries } = await session.send('Runtime.getProperties', {
    objectId: result.objectId ?? '',
    ownProperties: true,
  });
  const elements = entries.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value?.objectId ?? '');
  return Promise.all(
    elements.map(async (objectId) => (await session.send('DOM.describeNode', { objectId })).node.backendNodeId),
  );
}

const textOf = (text: Node['name']): string => (text?.value ?? '').replace(/\s+/g, ' ').trim();

function linesOf(nodes: readonly Node[], walked: readonly number[]): Line[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: Line[] = [];
  const visit = (node: Node | undefined, isInMain: boolean): void => {
    if (!node) return;
    const [role, name] = [node.role?.value ?? '', textOf(node.name)];
    const stop = walked.indexOf(node.backendDOMNodeId ?? -1);
    if (!node.ignored && (isRead(role, name) || stop !== -1)) {
      const level = node.properties?.find((each) => each.name === 'level')?.value.value;
      lines.push({
        role: CONTROLS.get(role) ?? role,
        name,
        description: textOf(node.description),
        level: role === 'heading' ? Number(level) : null,
        stop: stop === -1 ? null : stop,
        isInMain,
      });
    }
    if (WHOLE.includes(role)) return;
    for (const id of node.childIds ?? []) visit(byId.get(id), isInMain || role === 'main');
  };
  visit(
    nodes.find(({ parentId }) => parentId === undefined),
    false,
  );
  return lines;
}

/** What the browser tells a screen reader of the page that was walked through, from top to bottom. */
export async function readTree(page: Page): Promise<Line[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const walked = await walkedNodes(session);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return linesOf(nodes, walked);
  } finally {
    await session.detach();
  }
}
