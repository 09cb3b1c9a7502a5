import { LOCALES, type Locale } from '@app/contracts';
import {
  CreditCard,
  FileText,
  Heart,
  House,
  Images,
  Keyboard,
  Languages,
  LogIn,
  LogOut,
  Moon,
  Sparkles,
  Sun,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { LANGUAGES } from '../../config/languages';
import { address, inLocale, type PageName } from '../../config/paths';
import { useAppDispatch } from '../../entities/app-state';
import { i18nFor } from '../../shared/i18n/i18n';
import { useLocale } from '../../shared/i18n/locale-context';
import { chooseTheme, useTheme } from '../../shared/theme';

export interface PaletteCommand {
  id: string;
  label: string;
  /** What it is found by: its name in each language. */
  names: readonly string[];
  icon: LucideIcon;
  run: () => void;
}

type CommandName =
  | Extract<PageName, 'home' | 'gallery' | 'favorites' | 'profile' | 'batch' | 'guide' | 'faq' | 'contact' | 'api'>
  | 'newImage'
  | 'upgrade'
  | 'statement'
  | 'settings'
  | 'light'
  | 'dark'
  | 'language'
  | 'shortcuts'
  | 'signIn'
  | 'signOut';

const nameIn = (locale: Locale, name: CommandName, language: string): string =>
  i18nFor(locale).getFixedT(locale, 'palette')(`commands.${name}`, { language });

/** What can be done, and where one can go, in the order in which it is shown. */
export function useCommands(onHelp: () => void): { actions: PaletteCommand[]; pages: PaletteCommand[] } {
  const locale = useLocale();
  const navigate = useNavigate();
  const location = useLocation();
  const dispatch = useAppDispatch();
  const isDark = useTheme() === 'dark';
  const isSignedIn = useUser() !== null;
  const command = (name: CommandName, icon: LucideIcon, run: () => void, language = ''): PaletteCommand => ({
    id: name,
    label: nameIn(locale, name, language),
    names: LOCALES.map((each) => nameIn(each, name, language)),
    icon,
    run,
  });
  const go = (name: CommandName, icon: LucideIcon, page: PageName, query?: Record<string, string>) =>
    command(name, icon, () => void navigate(address(page, locale, query ? { query } : {})));
  const languages = LOCALES.filter((each) => each !== locale).map((each) => ({
    ...command('language', Languages, () => void navigate(inLocale(location, each)), LANGUAGES[each].name),
    id: `language-${each}`,
  }));
  const signOut = () => void import('../../api/auth/session').then((session) => dispatch(session.signOut()));
  return {
    actions: [
      go('newImage', Sparkles, 'generate'),
      isDark ? command('light', Sun, () => chooseTheme('light')) : command('dark', Moon, () => chooseTheme('dark')),
      ...languages,
      go('upgrade', CreditCard, 'pricing'),
      command('shortcuts', Keyboard, onHelp),
      isSignedIn ? command('signOut', LogOut, signOut) : go('signIn', LogIn, 'login'),
    ],
    pages: [
      go('home', House, 'home'),
      go('gallery', Images, 'gallery'),
      go('favorites', Heart, 'favorites'),
      go('batch', Images, 'batch'),
      go('profile', UserRound, 'profile'),
      go('statement', FileText, 'profile', { tab: 'statement' }),
      go('settings', UserRound, 'profile', { tab: 'settings' }),
      go('api', FileText, 'api'),
      go('guide', FileText, 'guide'),
      go('faq', FileText, 'faq'),
      go('contact', FileText, 'contact'),
    ],
  };
}

/** Commands of which a name has each word that was typed. */
export function findCommands(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const words = typed.toLowerCase().split(/\s+/);
  return commands.filter(({ names }) => names.some((name) => words.every((word) => name.toLowerCase().includes(word))));
}
