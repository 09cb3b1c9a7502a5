import { LOCALES, type Locale } from '@app/contracts';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { inLocale } from '../../config/paths';
import { LANGUAGE_TAGS } from '../../shared/i18n/i18n';
import { useLocale } from '../../shared/i18n/locale-context';
import { Menu } from '../../shared/ui/menu';

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Locale, string> = { zh: '中文', en: 'English' };

interface LanguageMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Moves to the same page in the other language, query and hash kept. */
export function LanguageMenu({ open, onOpenChange }: LanguageMenuProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const location = useLocation();
  return (
    <Menu
      label={`${t('nav.language')}: ${LANGUAGE_NAMES[locale]}`}
      trigger={
        <>
          <Languages aria-hidden="true" className="size-5" />
          <span aria-hidden="true">{LANGUAGE_NAMES[locale]}</span>
        </>
      }
      triggerClassName="inline-flex min-h-10 items-center gap-2 rounded-control px-2.5 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink"
      open={open}
      onOpenChange={onOpenChange}
      entries={[...LOCALES].reverse().map((language) => ({
        key: language,
        label: LANGUAGE_NAMES[language],
        lang: LANGUAGE_TAGS[language],
        to: inLocale(location, language),
        current: language === locale,
      }))}
    />
  );
}
