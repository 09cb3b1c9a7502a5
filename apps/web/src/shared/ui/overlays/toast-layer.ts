const openDialogs: HTMLElement[] = [];
let layer: HTMLElement | null = null;

function place(): void {
  const parent = openDialogs.at(-1) ?? document.body;
  if (layer === null || layer.parentElement === parent) return;
  parent.append(layer);
  // In the browser's top layer nothing covers or clips it. Moving an element ends that.
  if ('showPopover' in layer) layer.showPopover();
}

/** The element that toasts are rendered into. Inside the topmost dialog, because a dialog disables all that is outside. */
export function createToastLayer(): HTMLElement {
  const element = document.createElement('div');
  element.popover = 'manual';
  element.className = 'inset-auto m-0 size-0 overflow-visible border-0 bg-transparent p-0';
  return element;
}

/** Shows the layer until the returned function is called. */
export function showToastLayer(element: HTMLElement): () => void {
  layer = element;
  place();
  return () => {
    layer = null;
    element.remove();
  };
}

/** Ref of the content of a dialog: toasts are inside it while it is the topmost one. */
export function holdToasts(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  openDialogs.push(dialog);
  place();
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    place();
  };
}
