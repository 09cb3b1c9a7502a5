import { cleanText, isBlank, NAME_MAX, type PreferenceLanguage } from '@app/contracts';

const NAMELESS: Record<PreferenceLanguage, string> = { 'zh-CN': '新用户', 'en-US': 'New user' };

const fitting = (text: string): string => [...cleanText(text.replace(/\s+/g, ' '))].slice(0, NAME_MAX).join('').trim();

/** The first usable candidate, cut to what the profile holds; never empty. */
export function displayName(candidates: (string | null | undefined)[], language: PreferenceLanguage): string {
  for (const candidate of candidates) {
    const name = fitting(candidate ?? '');
    if (!isBlank(name)) return name;
  }
  return NAMELESS[language];
}
