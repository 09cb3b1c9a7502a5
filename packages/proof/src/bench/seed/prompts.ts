type Random = () => number;

// A few words occur in nearly every prompt, most words in few.
const COMMON =
  `detailed soft golden light cinematic composition painting ancient quiet misty bright shadow texture portrait
landscape harbor forest winter summer window garden river mountain village silver velvet glass paper copper storm dawn dusk
lantern bridge market temple desert ocean island meadow valley orchard canyon glacier castle tower street alley rooftop
station library kitchen workshop stage theatre`.split(/\s+/);
const ANIMALS = 'fox owl cat deer crane whale wolf hare heron otter raven tiger panda koi horse bear'.split(' ');
const COLOURS = 'red white black blue amber green grey pale crimson violet'.split(' ');
const SYLLABLES =
  'ka ro mi ten sul var bel dor fin gar hol jun lor nev pas quil ras tam ul wex yor zan bri cho dre'.split(' ');
const SUBJECTS =
  '老人 老街 老渔夫 老茶馆 少女 仙鹤 白猫 书生 剑客 孩童 舞者 机器人 宇航员 凤凰 锦鲤 牧羊人 灯塔 小狐狸'.split(' ');
const PLACES =
  '江南水乡 山水之间 雪山脚下 竹林深处 古城墙边 海边悬崖 雨中小巷 秋日庭院 未来都市 星空之下 荷塘月色 敦煌洞窟'.split(
    ' ',
  );
const MANNERS =
  '水墨画 工笔 国风 油画质感 电影光影 柔和光线 逆光 高对比 细节丰富 留白 青绿山水 赛博朋克 写实 宫崎骏风格 浮世绘'.split(
    ' ',
  );
const CHARACTERS =
  '天地人和风花雪月春夏秋冬东西南北金木水火土日星云雨雷电江河湖海石松竹梅兰菊桃柳鸟鱼虫马牛羊龙虎鹿鹤亭台楼阁桥船灯窗门墙院路村城塔寺琴棋书画诗酒茶香衣裳帽伞镜剑弓车轮钟鼓笛影光色红黄蓝绿青紫白黑银长短高低远近深浅明暗冷暖新旧静动飞落流升沉开合梦幻';

const pick = <T>(items: ArrayLike<T>, random: Random): T => items[Math.floor(random() * items.length)] as T;
const pickEarly = <T>(items: ArrayLike<T>, random: Random): T => items[Math.floor(random() ** 3 * items.length)] as T;
const several = (least: number, most: number, random: Random, one: () => string): string[] =>
  Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, one);

/** One of some ten thousand rare words. */
const rareWord = (random: Random): string => several(2, 3, random, () => pick(SYLLABLES, random)).join('');

function english(random: Random): string {
  const subject = `${random() < 0.6 ? 'a' : 'the'} ${pickEarly(COLOURS, random)} ${pickEarly(ANIMALS, random)}`;
  const words = several(4, 9, random, () => pickEarly(COMMON, random));
  const seldom = several(1, 3, random, () => rareWord(random));
  const rare = random() < 0.0002 ? ['quokka'] : [];
  return [subject, [...words, ...seldom, ...rare].join(' '), ...(random() < 0.5 ? ['soft light'] : [])].join(', ');
}

function chinese(random: Random): string {
  const tail = several(1, 3, random, () => several(2, 4, random, () => pick(CHARACTERS, random)).join(''));
  const manner = several(1, 3, random, () => pick(MANNERS, random));
  return [`${pick(PLACES, random)}的${pick(SUBJECTS, random)}`, ...manner, ...tail].join('，');
}

export const makePrompt = (random: Random): string => (random() < 0.5 ? chinese(random) : english(random));

export interface SearchCase {
  q: string;
  what: string;
  /** Whether the search must find a prompt, decided without the product's tokens. */
  finds: (prompt: string) => boolean;
}

const wordCase = (q: string, what: string): SearchCase => ({
  q,
  what,
  finds: (prompt) => q.split(' ').every((word) => prompt.split(/[^a-z]+/).includes(word)),
});
const partCase = (q: string, what: string): SearchCase => ({ q, what, finds: (prompt) => prompt.includes(q) });

export const SEARCH_CASES: SearchCase[] = [
  partCase('老', 'one Chinese character'),
  partCase('山水', 'two Chinese characters'),
  partCase('江南水乡', 'four Chinese characters'),
  partCase('光', 'the most frequent Chinese character'),
  wordCase('red fox', 'two English words'),
  wordCase('a', 'one Latin letter, a word of every third prompt'),
  wordCase('light', 'a frequent English word'),
  wordCase('quokka', 'a rare English word'),
  wordCase('zebra', 'an unused word'),
];
