import { DOMImplementation, DOMParser, onErrorStopParsing, XMLSerializer, type Element } from '@xmldom/xmldom';

/** A list becomes one element per item; undefined becomes none. */
export interface XmlContent {
  [name: string]: string | number | boolean | XmlContent | XmlContent[] | undefined;
}

export function xmlOf(root: string, content: XmlContent, namespace: string | null = null): string {
  const document = new DOMImplementation().createDocument(namespace, root);
  const fill = (parent: Element, children: XmlContent) => {
    for (const [name, value] of Object.entries(children)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item === undefined) continue;
        const element = document.createElementNS(namespace, name);
        parent.appendChild(element);
        if (typeof item === 'object') fill(element, item);
        else element.appendChild(document.createTextNode(String(item)));
      }
    }
  };
  if (document.documentElement) fill(document.documentElement, content);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(document)}`;
}

/** Undefined if it is not well-formed. */
export function parseXml(text: string): Element | undefined {
  try {
    const parser = new DOMParser({ onError: onErrorStopParsing });
    return parser.parseFromString(text, 'application/xml').documentElement ?? undefined;
  } catch {
    return undefined;
  }
}

export const childrenOf = (parent: Element, name: string): Element[] =>
  [...parent.childNodes].filter((node): node is Element => node.localName === name);
