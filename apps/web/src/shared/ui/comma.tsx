import { useLocale } from '../i18n/locale-context';

/** Between words that the eye tells apart by their places: a pause for screen readers. */
export function Comma() {
  return <span className="sr-only">{useLocale() === 'zh' ? '，' : ', '}</span>;
}
