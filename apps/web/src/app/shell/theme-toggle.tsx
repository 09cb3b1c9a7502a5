import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseTheme, useTheme } from '../../shared/theme';
import { IconButton } from '../../shared/ui/actions/icon-button';

export function ThemeToggle() {
  const { t } = useTranslation();
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      label={dark ? t('theme.lightsOn') : t('theme.lightsOff')}
      icon={dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    />
  );
}
