import type { PreferenceLanguage, Timezone } from '@app/contracts';

const CLOCK: Record<PreferenceLanguage, Intl.DateTimeFormatOptions> = {
  'en-US': { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  // The zone would be written as "GMT+8", between day and hour.
  'zh-CN': { hour: '2-digit', minute: '2-digit' },
};

const CHINESE_ZONES: Record<Timezone, string> = {
  'Asia/Shanghai': '北京时间',
  'America/New_York': '纽约时间',
  'Europe/London': '伦敦时间',
};

/** Day and minute where the person is, with the zone. */
export function mailTime(at: Date, language: PreferenceLanguage, timezone: Timezone): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = new Intl.DateTimeFormat(language, { timeZone: timezone, ...day, ...CLOCK[language] }).format(at);
  return language === 'zh-CN' ? `${time}（${CHINESE_ZONES[timezone]}）` : time;
}
