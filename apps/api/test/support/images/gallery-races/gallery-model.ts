/** What can be asked about the first of two images of one generation, or about the whole of it. */
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
  /** The image's living link: the one that the round began with, one that was made later, or none. */
  link: 'first' | 'later' | 'none';
}

export interface Step {
  gallery: Gallery;
  /** Status, and what the body tells of it. */
  answer: string;
}

const NOT_FOUND = '404';
const TOO_LATE = '409';
const BOTH = [0, 1] as const;

const same = (gallery: Gallery, answer: string): Step => ({ gallery, answer });
const isShown = ({ places }: Gallery): boolean => places[0] === 'shown';
const wherePlaced = ({ places }: Gallery, place: Place): number[] => BOTH.filter((index) => places[index] === place);
const mapBoth = <T>(change: (index: 0 | 1) => T): [T, T] => [change(0), change(1)];

function takeAway(gallery: Gallery, wanted: readonly number[]): Step {
  const going = wanted.filter((index) => gallery.places[index as 0 | 1] === 'shown');
  const isLast = going.length === wherePlaced(gallery, 'shown').length;
  const places = mapBoth((index) => (going.includes(index) ? (isLast ? 'withAll' : 'removed') : gallery.places[index]));
  return { gallery: { ...gallery, places }, answer: `200 ${going.join()}` };
}

function bringBack(gallery: Gallery, wanted: readonly number[]): Step {
  const coming = wanted.filter((index) => gallery.places[index as 0 | 1] !== 'shown');
  if (coming.some((index) => gallery.gone[index as 0 | 1])) return same(gallery, TOO_LATE);
  if (coming.length === 0) return same(gallery, '200 ');
  // The generation is back with the first of its images: what stays away went by itself from then on.
  const places = mapBoth((index): Place => {
    if (coming.includes(index)) return 'shown';
    return gallery.places[index] === 'withAll' ? 'removed' : gallery.places[index];
  });
  return { gallery: { ...gallery, places }, answer: `200 ${coming.join()}` };
}

/** A call that needs the image to be shown. */
const ofShown =
  (act: (gallery: Gallery) => Step) =>
  (gallery: Gallery): Step =>
    isShown(gallery) ? act(gallery) : same(gallery, NOT_FOUND);
const marking = (wish: (is: boolean) => boolean): ((gallery: Gallery) => Step) =>
  ofShown((gallery) => {
    const isFavorite = wish(gallery.isFavorite);
    return { gallery: { ...gallery, isFavorite }, answer: `200 ${isFavorite}` };
  });
const byLink = (gallery: Gallery): Step =>
  same(gallery, isShown(gallery) && gallery.link === 'first' ? '200' : NOT_FOUND);
const byOwner = ofShown((gallery) => same(gallery, '200'));
/** Removing what is named by its own address: there must be something left of it. */
const ofWhatIsLeft =
  (wanted: readonly number[]) =>
  (gallery: Gallery): Step => {
    const step = takeAway(gallery, wanted);
    return step.answer === '200 ' ? same(gallery, NOT_FOUND) : step;
  };

/** The rules: what each call does and answers when nothing else happens. */
export const RULES: Record<Call, (gallery: Gallery) => Step> = {
  download: byOwner,
  downloadAsJpeg: byOwner,
  readLink: byLink,
  downloadByLink: byLink,
  favorite: marking(() => true),
  unfavorite: marking(() => false),
  toggleFavorite: marking((is) => !is),
  remove: ofWhatIsLeft([0]),
  removeGeneration: ofWhatIsLeft(BOTH),
  removeSelected: (gallery) => takeAway(gallery, [0]),
  removeSelectedGeneration: (gallery) => takeAway(gallery, BOTH),
  restore: (gallery) => bringBack(gallery, [0]),
  restoreGeneration: (gallery) => bringBack(gallery, wherePlaced(gallery, 'withAll')),
  share: ofShown((gallery) => {
    const link = gallery.link === 'none' ? 'later' : gallery.link;
    return { gallery: { ...gallery, link }, answer: `200 ${link}` };
  }),
  unshare: ofShown((gallery) => ({ gallery: { ...gallery, link: 'none' }, answer: '200' })),
  // The time for undoing ends, and the purge comes by.
  purge: (gallery) => same({ ...gallery, gone: mapBoth((index) => gallery.places[index] !== 'shown') }, 'done'),
};

/** What there is to see of a gallery in the end: nothing of an image that is gone. */
export const visible = ({ places, gone, isFavorite, link }: Gallery): string =>
  JSON.stringify([mapBoth((index) => (gone[index] ? 'gone' : places[index])), isFavorite && !gone[0], link]);

export interface Made {
  call: Call;
  answer: string;
}

/**
 * Whether calls that were made at the same time ended as they would have, made one after the other in some order: each
 * answer, and the gallery at the end. `isSlow`: the round took so long that the time for undoing may have ended in it.
 */
export function isLegal(start: Gallery, made: Made[], end: Gallery, isSlow: boolean): boolean {
  const mayBeCut = made.some(({ call }) => call === 'purge');
  const fits = (told: string, asked: string): boolean =>
    told === asked || (told === 'cut' && asked === '200' && mayBeCut) || (isSlow && told === TOO_LATE);
  const tried = new Set<string>();
  const goesOn = (gallery: Gallery, left: Made[]): boolean => {
    if (left.length === 0) return visible(gallery) === visible(end);
    const situation = JSON.stringify([gallery, left.map(({ call }) => call)]);
    if (tried.has(situation)) return false;
    tried.add(situation);
    return left.some((next, at) => {
      const { gallery: after, answer } = RULES[next.call](gallery);
      return fits(next.answer, answer) && goesOn(after, left.toSpliced(at, 1));
    });
  };
  return goesOn(start, made);
}
