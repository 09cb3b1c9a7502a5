import common from '../../../locales/en/common.json';
import meta from '../../../locales/en/meta.json';
import options from '../../../locales/en/options.json';

export const texts = { common, meta, options };
