import { LOCALES } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { inLocale } from '../../config/paths';
import { LANGUAGES } from '../../config/languages';
import { useLocale } from '../../shared/i18n/locale-context';
import { RadioTiles } from '../../shared/ui/forms/radio-tiles';

/** Applies at once: the same page in the other language. */
export function PageLanguage() {
  const { t } = useTranslation('profile');
  const location = useLocation();
  const navigate = useNavigate();
  return (
    <RadioTiles
      label={t('settings.pageLanguage')}
      value={useLocale()}
      onChange={(locale) => void navigate(inLocale(location, locale), { preventScrollReset: true })}
      className="grid-cols-2"
      tiles={LOCALES.toReversed().map((locale) => {
        const label = t(`settings.languages.${LANGUAGES[locale].regional}`);
        return { value: locale, label, children: <span lang={LANGUAGES[locale].tag}>{label}</span> };
      })}
    />
  );
}
