// On a slow line the list of a page is there seconds before its scripts. Its images are shown at once, in the cells that
// wait for them (`WaitingCell`, `JustifiedRows`); then the page itself takes their place.
void (async () => {
  const EAGER = 4;
  const answer = await window.earlyAnswers?.answers[document.currentScript.dataset.list];
  if (!answer) return;
  // The page reads the answer itself.
  const { data: list } = await answer.clone().json();
  const cells = [...document.querySelectorAll('[inert] [data-waiting]')];
  if (cells.length === 0 || list.data.length === 0) return;

  cells.forEach((cell, index) => {
    const image = list.data[index];
    if (image === undefined) return cell.remove();
    // As `rowRatio` and `rowSizes`: with other sizes the browser would load another file than the page does.
    const own = image.width / image.height;
    const ratio = Math.min(Math.max(own, 0.56), 2.6);
    cell.style.setProperty('--ratio', ratio);
    if (image.thumbnails.length === 0) return;
    const shown = Object.assign(new Image(), {
      alt: image.prompt,
      className: `rounded-image ${own < ratio ? 'h-full' : 'w-full'}`,
      loading: index < EAGER ? 'eager' : 'lazy',
      fetchPriority: index < EAGER ? 'high' : 'auto',
      decoding: 'sync',
      sizes: `(min-width: 1024px) ${Math.round(300 * ratio)}px, (min-width: 640px) 50vw, ${ratio < 0.75 ? 44 : 88}vw`,
      srcset: image.thumbnails.map(({ url, width }) => `${url} ${width}w`).join(', '),
    });
    shown.style.aspectRatio = own;
    cell.firstElementChild.replaceChildren(shown);
  });
  cells[0].parentElement.parentElement.classList.remove('invisible');
})();
