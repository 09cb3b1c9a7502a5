import type { Selection } from '../src/features/gallery/selection/use-selection';

const nothing = () => undefined;

/** A selection of the page that is shown. */
export const selectionOf = (chosen: Selection['chosen'], part: Partial<Selection> = {}): Selection => ({
  active: true,
  leaves: false,
  chosen,
  pages: [1],
  isHere: true,
  elsewhere: 0,
  allShown: false,
  has: () => true,
  start: nothing,
  stop: nothing,
  toggle: nothing,
  toggleShown: nothing,
  drop: nothing,
  dropDeleted: nothing,
  ...part,
});
