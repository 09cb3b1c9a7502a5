import type { GalleryItem } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { UnderstoodPrompt } from '../../../entities/generation/understood-prompt';

/** The prompt, with the words underlined that its engine has understood. */
export function DetailsPrompt({ item: { prompt, understood } }: { item: GalleryItem }) {
  const { t } = useTranslation(['gallery', 'work']);
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-medium tracking-normal wrap-anywhere">
        <span className="sr-only">{t('gallery:details.prompt')}</span>{' '}
        <UnderstoodPrompt prompt={prompt} ranges={understood} />
      </h2>
      {understood.length > 0 ? <p className="text-xs text-ink-3">{t('work:understood')}</p> : null}
    </div>
  );
}
