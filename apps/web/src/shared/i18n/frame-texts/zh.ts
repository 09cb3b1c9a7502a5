import common from '../../../locales/zh/common.json';
import meta from '../../../locales/zh/meta.json';
import options from '../../../locales/zh/options.json';

export const texts = { common, meta, options };
