/** What can be asked about the first of two pictures of one generation, or about the whole of it. */
export const CALLS = [
  'download',
  'downloadAsJpeg',
  'readLink',
  'downloadByLink',
  'favorite',
  'unfavorite',
  'toggleFavorite',
  'remove',
  'removeGeneration',
  'removeSelected',
  'removeSelectedGeneration',
  'restore',
  'restoreGeneration',
  'share',
  'unshare',
  'purge',
] as const;
export type Call = (typeof CALLS)[number];

/** `withAll`: removed as the last of its generation, or with it, so that it comes back with it. */
export type Place = 'shown' | 'removed' | 'withAll';

export interface Gallery {
  places: [Place, Place];
  /** Removed for good. */
  gone: [boolean, boolean];
  isFavorite: boolean;
  /** The picture's living link: the one that the round began with, one that was made later, or none. */
  link: 'first' | 'later' | 'none';
}

export interface Step {
  shelf: Gallery;
  /** Status, and what the body tells of it. */
  answer: string;
}

const NOT_FOUND = '404';
const TOO_LATE = '409';
const BOTH = [0, 1] as const;

const same = (shelf: Gallery, answer: string): Step => ({ shelf, answer });
const isShown = ({ places }: Gallery): boolean => places[0] === 'shown';
const wherePlaced = ({ places }: Gallery, place: Place): number[] => BOTH.filter((index) => places[index] === place);
const mapBoth = <T>(change: (index: 0 | 1) => T): [T, T] => [change(0), change(1)];

function takeAway(shelf: Gallery, wanted: readonly number[]): Step {
  const going = wanted.filter((index) => shelf.places[index as 0 | 1] === 'shown');
  const isLast = going.length === wherePlaced(shelf, 'shown').length;
  const places = mapBoth((index) => (going.includes(index) ? (isLast ? 'withAll' : 'removed') : shelf.places[index]));
  return { shelf: { ...shelf, places }, answer: `200 ${going.join()}` };
}

function bringBack(shelf: Gallery, wanted: readonly number[]): Step {
  const coming = wanted.filter((index) => shelf.places[index as 0 | 1] !== 'shown');
  if (coming.some((index) => shelf.gone[index as 0 | 1])) return same(shelf, TOO_LATE);
  if (coming.length === 0) return same(shelf, '200 ');
  // The generation is back with the first of its pictures: what stays away went by itself from then on.
  const places = mapBoth((index): Place => {
    if (coming.includes(index)) return 'shown';
    return shelf.places[index] === 'withAll' ? 'removed' : shelf.places[index];
  });
  return { shelf: { ...shelf, places }, answer: `200 ${coming.join()}` };
}

/** A call that needs the picture to be shown. */
const ofShown =
  (act: (shelf: Gallery) => Step) =>
  (shelf: Gallery): Step =>
    isShown(shelf) ? act(shelf) : same(shelf, NOT_FOUND);
const marking = (wish: (is: boolean) => boolean): ((shelf: Gallery) => Step) =>
  ofShown((shelf) => {
    const isFavorite = wish(shelf.isFavorite);
    return { shelf: { ...shelf, isFavorite }, answer: `200 ${isFavorite}` };
  });
const byLink = (shelf: Gallery): Step => same(shelf, isShown(shelf) && shelf.link === 'first' ? '200' : NOT_FOUND);
const byOwner = ofShown((shelf) => same(shelf, '200'));
/** Removing what is named by its own address: there must be something left of it. */
const ofWhatIsLeft =
  (wanted: readonly number[]) =>
  (shelf: Gallery): Step => {
    const step = takeAway(shelf, wanted);
    return step.answer === '200 ' ? same(shelf, NOT_FOUND) : step;
  };

/** The rules: what each call does and answers when nothing else happens. */
export const RULES: Record<Call, (shelf: Gallery) => Step> = {
  download: byOwner,
  downloadAsJpeg: byOwner,
  readLink: byLink,
  downloadByLink: byLink,
  favorite: marking(() => true),
  unfavorite: marking(() => false),
  toggleFavorite: marking((is) => !is),
  remove: ofWhatIsLeft([0]),
  removeGeneration: ofWhatIsLeft(BOTH),
  removeSelected: (shelf) => takeAway(shelf, [0]),
  removeSelectedGeneration: (shelf) => takeAway(shelf, BOTH),
  restore: (shelf) => bringBack(shelf, [0]),
  restoreGeneration: (shelf) => bringBack(shelf, wherePlaced(shelf, 'withAll')),
  share: ofShown((shelf) => {
    const link = shelf.link === 'none' ? 'later' : shelf.link;
    return { shelf: { ...shelf, link }, answer: `200 ${link}` };
  }),
  unshare: ofShown((shelf) => ({ shelf: { ...shelf, link: 'none' }, answer: '200' })),
  // The time for undoing ends, and the purge comes by.
  purge: (shelf) => same({ ...shelf, gone: mapBoth((index) => shelf.places[index] !== 'shown') }, 'done'),
};

/** What there is to see of a shelf in the end: nothing of a picture that is gone. */
export const visible = ({ places, gone, isFavorite, link }: Gallery): string =>
  JSON.stringify([mapBoth((index) => (gone[index] ? 'gone' : places[index])), isFavorite && !gone[0], link]);

export interface Made {
  call: Call;
  answer: string;
}

/**
 * Whether calls that were made at the same time ended as they would have, made one after the other in some order: each
 * answer, and the shelf at the end. `isSlow`: the round took so long that the time for undoing may have ended in it.
 */
export function isLegal(start: Gallery, made: Made[], end: Gallery, isSlow: boolean): boolean {
  const mayBeCut = made.some(({ call }) => call === 'purge');
  const fits = (told: string, asked: string): boolean =>
    told === asked || (told === 'cut' && asked === '200' && mayBeCut) || (isSlow && told === TOO_LATE);
  const tried = new Set<string>();
  const goesOn = (shelf: Gallery, left: Made[]): boolean => {
    if (left.length === 0) return visible(shelf) === visible(end);
    const situation = JSON.stringify([shelf, left.map(({ call }) => call)]);
    if (tried.has(situation)) return false;
    tried.add(situation);
    return left.some((next, at) => {
      const { shelf: after, answer } = RULES[next.call](shelf);
      return fits(next.answer, answer) && goesOn(after, left.toSpliced(at, 1));
    });
  };
  return goesOn(start, made);
}
