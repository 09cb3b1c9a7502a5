// On a slow line the list of a page is there seconds before its scripts. Its images are shown at once, in the cells that
// wait for them (`WaitingCell`, `JustifiedRows`); then the page itself takes their place. `early.js` waits for them.
window.imagesShown = (async () => {
  const ABOVE_THE_FOLD = 4;
  const APPEARS_AFTER_MS = 150;

  // As `rowRatio` and `rowSizes`: with other sizes the browser would load another file than the page does.
  const ratioOf = ({ width, height }) => Math.min(Math.max(width / height, 0.56), 2.6);
  // As `cardShape`.
  const hasNoImage = ({ status, url }) => status === 'failed' || (status === 'completed' && url === null);
  const frameRatioOf = (image) => (hasNoImage(image) ? Math.max(ratioOf(image), 1.4) : ratioOf(image));
  const sizesOf = (ratio) =>
    `(min-width: 1024px) ${Math.round(300 * ratio)}px, (min-width: 640px) 50vw, ${ratio < 0.75 ? 44 : 88}vw`;

  const show = (cell, image, isFirst) => {
    const own = image.width / image.height;
    const ratio = ratioOf(image);
    const shown = Object.assign(new Image(), {
      alt: image.prompt,
      className: `rounded-image ${own < ratio ? 'h-full' : 'w-full'}`,
      loading: isFirst ? 'eager' : 'lazy',
      fetchPriority: isFirst ? 'high' : 'auto',
      decoding: 'sync',
      sizes: sizesOf(ratio),
      srcset: image.thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', '),
    });
    shown.style.aspectRatio = own;
    cell.firstElementChild.replaceChildren(shown);
    return shown;
  };

  const grid = document.querySelector('[inert] [data-waiting]')?.closest('.invisible');
  const asked = window.earlyAnswers?.answers[document.currentScript.dataset.list];
  if (!grid || !asked) return;
  // As `Loading`, which goes on where this stops.
  const appear = () => {
    grid.classList.replace('invisible', 'animate-appear');
    grid.dataset.shown = '';
  };
  const timer = setTimeout(appear, APPEARS_AFTER_MS);
  const answer = await asked;
  clearTimeout(timer);
  if (!answer) return;
  // The page reads the answer itself.
  const { data: list } = await answer.clone().json();
  if (list.data.length === 0) return;

  // In a copy: cells that change their size would move those after them, images in place of grey prints move nothing.
  const filledGrid = grid.cloneNode(true);
  const cells = [...filledGrid.querySelectorAll('[data-waiting]')];
  const filled = cells.slice(0, list.data.length).map((cell, index) => ({ cell, image: list.data[index] }));
  cells.slice(filled.length).forEach((cell) => cell.remove());
  for (const { cell, image } of filled) cell.style.setProperty('--ratio', frameRatioOf(image));
  filledGrid.classList.remove('invisible', 'animate-appear');
  grid.replaceWith(filledGrid);

  const ready = filled.filter(({ image }) => image.thumbnails.length > 0);
  const first = ready.splice(0, ABOVE_THE_FOLD).map(({ cell, image }) => show(cell, image, true));
  await Promise.all(first.map((image) => image.decode()));
  for (const { cell, image } of ready) show(cell, image, false);
})().catch(() => undefined);
