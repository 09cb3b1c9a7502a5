import type { Place } from './plan.js';
import type { Backdrop, Flora, Ground, Subject, Water, World } from '../words/facts.js';

/** A coherent piece of world. */
export interface Setting {
  readonly world?: World;
  readonly backdrops?: readonly Backdrop[];
  readonly water?: Water;
  readonly ground?: Ground;
  readonly flora?: readonly Flora[];
}

/** Scenes for prompts that name no place. */
export const SCENES: readonly [Setting, ...Setting[]] = [
  { backdrops: ['mountains'], water: 'lake', flora: ['pine'] },
  { backdrops: ['hills'], ground: 'meadow', flora: ['broadleaf', 'flowers'] },
  { backdrops: ['islands'], water: 'sea' },
  { backdrops: ['karst'], water: 'river', flora: ['bamboo'] },
  { backdrops: ['peaks'], water: 'lake', flora: ['pine'] },
  { backdrops: ['dunes'], ground: 'sand' },
  { backdrops: ['mountains', 'woods'], ground: 'meadow', flora: ['pine', 'grass'] },
  { backdrops: ['mesas'], ground: 'sand', flora: ['cactus'] },
  { backdrops: ['hills', 'village'], ground: 'lavender' },
  { backdrops: ['mountains'], ground: 'cloudsea', flora: ['pine'] },
];

/** Where a subject stands and how large it is (of the frame's shorter measure), and the world it brings if the prompt names none. */
export interface Home {
  readonly place: Place;
  readonly size: number;
  readonly setting: Setting;
}

const meadow: Setting = { backdrops: ['hills'], ground: 'meadow', flora: ['grass', 'flowers', 'broadleaf'] };
const forest: Setting = { backdrops: ['mountains', 'woods'], ground: 'meadow', flora: ['pine', 'grass'] };
const savanna: Setting = { backdrops: ['hills'], ground: 'wheat', flora: ['broadleaf', 'grass'] };
const desert: Setting = { backdrops: ['dunes'], ground: 'sand' };
const sea: Setting = { backdrops: ['islands'], water: 'sea' };
const coast: Setting = { backdrops: ['cliffs'], water: 'sea' };
const lake: Setting = { backdrops: ['mountains'], water: 'lake', flora: ['reeds'] };
const river: Setting = { backdrops: ['karst'], water: 'river', flora: ['willow'] };
const polar: Setting = { backdrops: ['icebergs'], water: 'sea', ground: 'snow' };
const deep: Setting = { world: 'underwater', flora: ['coral', 'kelp'] };
const misty: Setting = { backdrops: ['mountains'], ground: 'cloudsea', flora: ['pine'] };
const garden: Setting = { backdrops: ['mountains'], water: 'lake', flora: ['cherry'] };
const snowy: Setting = { backdrops: ['mountains', 'woods'], ground: 'snow', flora: ['pine'] };
const plain: Setting = { backdrops: ['mountains'], ground: 'meadow', flora: ['grass'] };

const home = (place: Place, size: number, setting: Setting): Home => ({ place, size, setting });

export const HOMES: Readonly<Record<Subject, Home>> = {
  cat: home('ground', 0.42, meadow),
  dog: home('ground', 0.42, meadow),
  fox: home('ground', 0.4, forest),
  wolf: home('ground', 0.42, snowy),
  deer: home('ground', 0.52, forest),
  horse: home('ground', 0.46, plain),
  unicorn: home('ground', 0.5, garden),
  rabbit: home('ground', 0.36, meadow),
  bear: home('ground', 0.4, forest),
  panda: home('ground', 0.4, { backdrops: ['mountains'], ground: 'moss', flora: ['bamboo'] }),
  elephant: home('ground', 0.46, savanna),
  lion: home('ground', 0.42, savanna),
  tiger: home('ground', 0.4, { backdrops: ['woods'], ground: 'meadow', flora: ['jungle', 'grass'] }),
  cow: home('ground', 0.38, meadow),
  sheep: home('ground', 0.34, meadow),
  giraffe: home('ground', 0.62, savanna),
  camel: home('ground', 0.42, desert),
  birds: home('air', 0.44, lake),
  bird: home('ground', 0.4, garden),
  owl: home('ground', 0.46, { backdrops: ['woods'], ground: 'moss', flora: ['pine'] }),
  eagle: home('air', 0.36, { backdrops: ['peaks'], ground: 'meadow', flora: ['pine'] }),
  swan: home('water', 0.26, lake),
  crane: home('ground', 0.5, { backdrops: ['karst'], water: 'lake', flora: ['reeds'] }),
  duck: home('water', 0.2, lake),
  penguin: home('ground', 0.42, polar),
  butterfly: home('air', 0.34, meadow),
  fish: home('air', 0.3, deep),
  koi: home('air', 0.42, deep),
  whale: home('water', 0.44, sea),
  dolphin: home('water', 0.34, sea),
  turtle: home('air', 0.38, deep),
  shark: home('air', 0.34, deep),
  jellyfish: home('air', 0.5, { world: 'underwater', flora: ['kelp'] }),
  dragon: home('air', 0.56, misty),
  person: home('ground', 0.38, plain),
  couple: home('ground', 0.38, coast),
  child: home('ground', 0.34, meadow),
  astronaut: home('ground', 0.46, { world: 'space', ground: 'lunar' }),
  samurai: home('ground', 0.44, { backdrops: ['mountains'], ground: 'meadow', flora: ['bamboo', 'grass'] }),
  wizard: home('ground', 0.44, forest),
  robot: home('ground', 0.48, { backdrops: ['city'], ground: 'meadow', flora: ['grass'] }),
  house: home('rise', 0.26, meadow),
  cabin: home('rise', 0.24, { backdrops: ['mountains'], water: 'lake', flora: ['pine'] }),
  castle: home('rise', 0.46, lake),
  temple: home('rise', 0.32, { backdrops: ['mountains'], ground: 'meadow', flora: ['pine'] }),
  pagoda: home('rise', 0.46, garden),
  lighthouse: home('rise', 0.5, coast),
  bridge: home('span', 0.26, river),
  windmill: home('rise', 0.4, { backdrops: ['hills'], ground: 'blooms', flora: ['tulips'] }),
  church: home('rise', 0.4, meadow),
  ruin: home('rise', 0.3, savanna),
  torii: home('ground', 0.42, { backdrops: ['mountains'], water: 'lake' }),
  tent: home('ground', 0.26, forest),
  pyramid: home('rise', 0.34, desert),
  boat: home('water', 0.17, lake),
  sailboat: home('water', 0.34, sea),
  ship: home('water', 0.42, sea),
  balloon: home('air', 0.42, meadow),
  airplane: home('air', 0.24, misty),
  rocket: home('air', 0.6, { backdrops: ['mountains'], ground: 'sand' }),
  ufo: home('air', 0.26, savanna),
  train: home('span', 0.2, forest),
  car: home('ground', 0.22, { backdrops: ['mesas'], ground: 'street' }),
  bicycle: home('ground', 0.32, meadow),
  tree: home('ground', 0.62, { backdrops: ['hills'], ground: 'meadow', flora: ['grass'] }),
  rose: home('ground', 0.56, { backdrops: ['hills'], ground: 'meadow', flora: ['grass'] }),
  lantern: home('air', 0.3, { backdrops: ['village'], water: 'river', flora: ['willow'] }),
  campfire: home('ground', 0.22, forest),
  umbrella: home('ground', 0.36, meadow),
  kite: home('air', 0.3, meadow),
  snowman: home('ground', 0.4, snowy),
  crystal: home('ground', 0.46, { backdrops: ['mountains'], ground: 'rock' }),
  tower: home('rise', 0.56, { backdrops: ['city'], ground: 'meadow' }),
};

/** The ground that belongs to a backdrop if the prompt names none; water where that is what one expects to see. */
export const FOOT: Readonly<Record<Backdrop, Setting>> = {
  mountains: { ground: 'meadow', flora: ['pine', 'grass'] },
  peaks: { water: 'lake', flora: ['pine'] },
  hills: { ground: 'meadow', flora: ['broadleaf', 'grass'] },
  city: { water: 'river' },
  woods: { ground: 'moss', flora: ['grass'] },
  mesas: { ground: 'sand', flora: ['cactus'] },
  dunes: { ground: 'sand' },
  volcano: { ground: 'rock' },
  icebergs: { water: 'sea' },
  cliffs: { water: 'sea' },
  islands: { water: 'sea' },
  karst: { water: 'river', flora: ['bamboo'] },
  village: { ground: 'meadow', flora: ['broadleaf', 'grass'] },
  waterfall: { water: 'lake', flora: ['pine'] },
};
