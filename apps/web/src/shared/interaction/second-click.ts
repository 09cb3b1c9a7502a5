/**
 * Lets the next click pass unless it is the second half of a double click: that one was meant for what stood below the
 * pointer before, not for the button or the image that has taken its place.
 */
export function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
}
