export const TIMES = [
  'dawn',
  'sunrise',
  'morning',
  'noon',
  'afternoon',
  'golden',
  'sunset',
  'dusk',
  'bluehour',
  'night',
] as const;
export type Time = (typeof TIMES)[number];

export type World = 'land' | 'space' | 'underwater';
export type Weather =
  | 'clear'
  | 'clouds'
  | 'overcast'
  | 'rain'
  | 'storm'
  | 'lightning'
  | 'snow'
  | 'fog'
  | 'wind'
  | 'rainbow'
  | 'haze';
export type SkyThing =
  | 'stars'
  | 'milkyway'
  | 'aurora'
  | 'moon'
  | 'crescent'
  | 'sun'
  | 'meteors'
  | 'planets'
  | 'cumulus'
  | 'eclipse';
export type Backdrop =
  | 'mountains'
  | 'peaks'
  | 'hills'
  | 'city'
  | 'woods'
  | 'mesas'
  | 'dunes'
  | 'volcano'
  | 'icebergs'
  | 'cliffs'
  | 'islands'
  | 'karst'
  | 'village'
  | 'waterfall';
export type Water = 'lake' | 'sea' | 'river' | 'ice';
export type Ground =
  | 'meadow'
  | 'wheat'
  | 'sand'
  | 'snow'
  | 'street'
  | 'lavender'
  | 'blooms'
  | 'rock'
  | 'terrace'
  | 'cloudsea'
  | 'moss'
  | 'lunar';
export type Flora =
  | 'pine'
  | 'broadleaf'
  | 'birch'
  | 'palm'
  | 'cherry'
  | 'maple'
  | 'bamboo'
  | 'cactus'
  | 'reeds'
  | 'grass'
  | 'flowers'
  | 'sunflowers'
  | 'tulips'
  | 'willow'
  | 'mushrooms'
  | 'jungle'
  | 'bare'
  | 'lotus'
  | 'coral'
  | 'kelp'
  | 'branch'
  | 'poppies';
export type Air =
  | 'fireflies'
  | 'petals'
  | 'leaves'
  | 'lanterns'
  | 'sparks'
  | 'bubbles'
  | 'rays'
  | 'smoke'
  | 'fireworks';
export type PaletteName =
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'teal'
  | 'blue'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'black'
  | 'white'
  | 'gold'
  | 'silver'
  | 'mono'
  | 'sepia'
  | 'pastel'
  | 'neon'
  | 'vivid'
  | 'muted'
  | 'warm'
  | 'cool'
  | 'ink'
  | 'autumn'
  | 'candy';
export type Mood =
  | 'calm'
  | 'dramatic'
  | 'mysterious'
  | 'romantic'
  | 'lonely'
  | 'epic'
  | 'dreamy'
  | 'cozy'
  | 'gloomy'
  | 'joyful'
  | 'minimal'
  | 'magical'
  | 'dark'
  | 'bright'
  | 'closeup'
  | 'wide'
  | 'giant'
  | 'tiny'
  | 'futuristic'
  | 'wild';
export const SUBJECTS = [
  'cat',
  'dog',
  'fox',
  'wolf',
  'deer',
  'horse',
  'unicorn',
  'rabbit',
  'bear',
  'panda',
  'elephant',
  'lion',
  'tiger',
  'cow',
  'sheep',
  'giraffe',
  'camel',
  'birds',
  'bird',
  'owl',
  'eagle',
  'swan',
  'crane',
  'duck',
  'penguin',
  'butterfly',
  'fish',
  'koi',
  'whale',
  'dolphin',
  'turtle',
  'shark',
  'jellyfish',
  'dragon',
  'person',
  'couple',
  'child',
  'astronaut',
  'samurai',
  'wizard',
  'robot',
  'house',
  'cabin',
  'castle',
  'temple',
  'pagoda',
  'lighthouse',
  'bridge',
  'windmill',
  'church',
  'ruin',
  'torii',
  'tent',
  'pyramid',
  'boat',
  'sailboat',
  'ship',
  'balloon',
  'airplane',
  'rocket',
  'ufo',
  'train',
  'car',
  'bicycle',
  'tree',
  'rose',
  'lantern',
  'campfire',
  'kite',
  'umbrella',
  'snowman',
  'crystal',
  'tower',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** A fact that a word adds to the image. */
export type Fact =
  | `time:${Time}`
  | `world:${World}`
  | `weather:${Weather}`
  | `sky:${SkyThing}`
  | `backdrop:${Backdrop}`
  | `water:${Water}`
  | `ground:${Ground}`
  | `flora:${Flora}`
  | `air:${Air}`
  | `palette:${PaletteName}`
  | `mood:${Mood}`
  | `subject:${Subject}`
  | `count:${2 | 3 | 5}`;

export const groupOf = (fact: Fact): string => fact.slice(0, fact.indexOf(':'));

/**
 * Words of one meaning, which is the first fact; the others come with it. A row without facts is a trap: it is matched
 * so that a shorter word inside of it is not.
 */
export interface Row {
  readonly en: readonly string[];
  readonly zh: readonly string[];
  readonly sets: readonly Fact[];
}

/** Whether the words are adjectives and numbers, which belong to a noun after them. */
export const describes = ({ sets }: Row): boolean =>
  sets.every((fact) => ['palette', 'mood', 'count'].includes(groupOf(fact)));

/** Alternatives are separated by a bar. */
export function row(en: string, zh: string, ...sets: Fact[]): Row {
  const list = (text: string) => text.split('|').filter((word) => word !== '');
  return { en: list(en), zh: list(zh), sets };
}
