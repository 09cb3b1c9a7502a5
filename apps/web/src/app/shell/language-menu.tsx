import { LOCALES } from '@app/contracts';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { inLocale } from '../../config/paths';
import { LANGUAGES } from '../../config/languages';
import { useLocale } from '../../shared/i18n/locale-context';
import { Menu } from '../../shared/ui/actions/menu';

interface LanguageMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function LanguageMenu({ open, onOpenChange }: LanguageMenuProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const location = useLocation();
  return (
    <Menu
      label={t('nav.language') + LANGUAGES[locale].colon + LANGUAGES[locale].name}
      trigger={
        <>
          <Languages aria-hidden="true" className="size-5" />
          <span aria-hidden="true">{LANGUAGES[locale].name}</span>
        </>
      }
      triggerClassName="inline-flex min-h-10 items-center gap-2 rounded-control px-2.5 text-sm font-medium text-ink-2 hover:bg-hover hover:text-ink"
      open={open}
      onOpenChange={onOpenChange}
      entries={[...LOCALES].reverse().map((language) => ({
        key: language,
        label: LANGUAGES[language].name,
        lang: LANGUAGES[language].tag,
        to: inLocale(location, language),
        current: language === locale,
      }))}
    />
  );
}
