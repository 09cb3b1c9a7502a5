import { useTranslation } from 'react-i18next';
import { chooseTheme, useThemeChoice } from '../../shared/theme';
import { RadioTiles } from '../../shared/ui/radio-tiles';

/** Lights on, off, or as the system has it; applies at once, in this browser. */
export function Appearance() {
  const { t } = useTranslation();
  return (
    <RadioTiles
      label={t('theme.label')}
      value={useThemeChoice()}
      onChange={chooseTheme}
      className="sm:grid-cols-3"
      tiles={[
        { value: 'system', label: t('theme.system') },
        { value: 'light', label: t('theme.lightsOn') },
        { value: 'dark', label: t('theme.lightsOff') },
      ]}
    />
  );
}
