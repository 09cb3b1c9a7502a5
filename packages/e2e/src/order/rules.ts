import { LANDMARKS, type Line } from './read-tree.js';
import type { Place, Stop } from './recorder.js';
import type { Walk } from './walk.js';

/** Edges of neighbours may differ by so many pixels. */
const TOLERANCE = 8;

const isBelow = (a: Place, b: Place): boolean => a.top >= b.bottom - TOLERANCE;
const isRightOf = (a: Place, b: Place): boolean => a.left >= b.right - TOLERANCE;
const isBeside = (a: Place, b: Place): boolean =>
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.bottom - a.top, b.bottom - b.top) / 2;

/** Down a column and then to the next one, or along a row and then to the next one. */
const comesTooLate = (later: Place | null, earlier: Place | null): boolean =>
  later !== null &&
  earlier !== null &&
  ((isBelow(earlier, later) && !isRightOf(later, earlier)) || (isBeside(earlier, later) && isRightOf(earlier, later)));

const orderFaults = (stops: readonly Stop[]): string[] =>
  stops.flatMap((later, index) => {
    const passed = stops.slice(0, index).find((earlier) => comesTooLate(later.place, earlier.place));
    return passed ? [`${later.label} is reached after ${passed.label}, which stands behind it`] : [];
  });

/** The focus is seen wherever it is, follows what is seen, and gets to the end. */
export function walkFaults({ first, stops, isLeft, ahead }: Walk, skip: string): string[] {
  return [
    ...(first === null || first === skip ? [] : [`the first stop is "${first}"`]),
    ...ahead.map((element) => `a positive tabindex puts ${element} before everything`),
    ...(isLeft ? [] : [`Tab does not lead on from ${stops.at(-1)?.label}`]),
    ...stops.filter(({ isMarked }) => !isMarked).map(({ label }) => `nothing marks the focus of ${label}`),
    ...stops.filter(({ isSeen }) => !isSeen).map(({ label }) => `${label} cannot be seen when it has the focus`),
    ...orderFaults(stops),
  ];
}

function headingFaults(lines: readonly Line[]): string[] {
  const levels = lines.flatMap(({ level, name }) => (level === null ? [] : [{ level, name }]));
  const isDialog = lines.some(({ role }) => role === 'dialog');
  const tops = levels.filter(({ level }) => level === 1).length;
  const skipped = levels.filter(({ level }, index) => level > (levels[index - 1]?.level ?? (isDialog ? 1 : 0)) + 1);
  return [
    ...(tops === (isDialog ? 0 : 1) ? [] : [`there are ${tops} headings of level 1`]),
    ...skipped.map(({ level, name }) => `the heading "${name}" of level ${level} skips one`),
    ...levels.filter(({ name }) => name === '').map(({ level }) => `a heading of level ${level} is empty`),
  ];
}

function landmarkFaults(lines: readonly Line[]): string[] {
  const isDialog = lines.some(({ role }) => role === 'dialog');
  const single = isDialog ? [] : ['banner', 'main', 'contentinfo'];
  const isNamed = ({ role, name }: Line): boolean =>
    // A form without a name is no landmark.
    role === 'dialog' || (LANDMARKS.includes(role) && !single.includes(role) && !(role === 'form' && name === ''));
  const named = lines.filter(isNamed);
  const titles = named.map(({ role, name }) => `${role} "${name}"`);
  return [
    ...single
      .filter((wanted) => lines.filter(({ role }) => role === wanted).length !== 1)
      .map((role) => `not one ${role}`),
    ...named.filter(({ name }) => name === '').map(({ role }) => `a ${role} has no name`),
    ...titles.filter((title, index) => titles.indexOf(title) !== index).map((title) => `${title} is there twice`),
  ];
}

/** Every stop is read, by a name, and in the order in which Tab reaches it. */
function stopFaults(lines: readonly Line[], { stops }: Walk): string[] {
  const read = lines.filter(({ stop }) => stop !== null);
  const places = read.map(({ stop }) => stop ?? 0);
  return [
    ...stops.filter((_, index) => !places.includes(index)).map(({ label }) => `${label} is not read`),
    ...read
      .filter(({ name }) => name === '')
      .map(({ role, stop }) => `${role} has no name: ${stops[stop ?? 0]?.label}`),
    ...read
      .filter((_, index) => (places[index] ?? 0) < (places[index - 1] ?? 0))
      .map(({ name, role }) => `Tab reaches ${role} "${name}" at another place than it is read`),
  ];
}

export const readingFaults = (lines: readonly Line[], walk: Walk): string[] => [
  ...headingFaults(lines),
  ...landmarkFaults(lines),
  ...stopFaults(lines, walk),
];

/** Differs from run to run. */
const TIME = /(\w{3} \d{1,2}, \d{4}, )?\d{1,2}:\d{2} [AP]M/g;

/**
 * The order of a screen as it is written down: what is read, with `Tab` before the stops and what describes them. A
 * tooltip with the words of the name is not read again.
 */
export const script = (lines: readonly Line[]): string =>
  lines
    .map(({ role, level, name, description, stop }) => {
      const what = level === null ? role : `h${level}`;
      const words = [
        what,
        ...[...new Set([name, description])].filter(Boolean).map((said) => `"${said.replace(TIME, '…')}"`),
      ];
      return `${stop === null ? '   ' : 'Tab'} ${words.join(' ')}\n`;
    })
    .join('');
