import { useTranslation } from 'react-i18next';
import { chooseTheme, useThemeChoice } from '../../shared/theme';
import { RadioTiles } from '../../shared/ui/forms/radio-tiles';

/** Lights on, off, or as the system has it; applies at once, in this browser. */
export function Appearance() {
  const { t } = useTranslation('profile');
  const { t: tCommon } = useTranslation();
  return (
    <RadioTiles
      label={tCommon('theme.label')}
      value={useThemeChoice()}
      onChange={chooseTheme}
      className="sm:grid-cols-3"
      tiles={[
        { value: 'system', label: t('settings.themes.system') },
        { value: 'light', label: t('settings.themes.light') },
        { value: 'dark', label: t('settings.themes.dark') },
      ]}
    />
  );
}
