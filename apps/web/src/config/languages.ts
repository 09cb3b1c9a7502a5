import type { Locale, PreferenceLanguage } from '@app/contracts';

interface Language {
  name: string;
  /** For `<html lang>` and `hreflang`. */
  tag: string;
  /** For formats, the Accept-Language header and the preferences of a person. */
  regional: PreferenceLanguage;
  sentenceGap: string;
  /** Between a name and its value. */
  colon: string;
  /** Between the items of an enumeration; null: the language joins the last one by a word. */
  enumerationMark: string | null;
}

/** Everything that differs from one language to the next besides its texts in `locales/` and `content/`. */
export const LANGUAGES: Record<Locale, Language> = {
  en: { name: 'English', tag: 'en', regional: 'en-US', sentenceGap: ' ', colon: ': ', enumerationMark: null },
  zh: { name: '中文', tag: 'zh-Hans', regional: 'zh-CN', sentenceGap: '', colon: '：', enumerationMark: '、' },
};
