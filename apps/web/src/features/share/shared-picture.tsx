import type { Answer } from '@app/contracts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/button';
import { buttonStyle } from '../../shared/ui/button-style';
import { CopyButton } from '../../shared/ui/copy-button';
import { Picture } from '../../shared/ui/picture';

/** The picture first, then what it was made from, and how long the link lives. Nothing about its owner. */
export function SharedPicture({ image }: { image: Answer<'images.shared'> }) {
  const { t } = useTranslation('sharing');
  const { t: tOptions } = useTranslation('options');
  const to = useAddress();
  const locale = useLocale();
  const until = formatDate(image.expires_at, locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid place-items-center rounded-sheet bg-surround p-3 sm:p-8">
        <div className="w-full" style={{ maxWidth: `min(100%, calc(78dvh * ${image.width / image.height}))` }}>
          <Picture source={image} alt={image.prompt} eager sizes="(min-width: 1024px) 66vw, 100vw" />
        </div>
      </div>
      <div className="grid content-start gap-6">
        <h1 className="text-xl">{image.prompt}</h1>
        <dl className="tabular grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          <dt className="text-ink-3">{t('style')}</dt>
          <dd>{tOptions(`styles.${image.style}`)}</dd>
          <dt className="text-ink-3">{t('size')}</dt>
          <dd>
            {image.size} · {image.width} × {image.height}
          </dd>
          <dt className="text-ink-3">{t('until')}</dt>
          <dd>{until}</dd>
        </dl>
        <div className="flex flex-wrap gap-3">
          <a href={image.download_url} download className={buttonStyle('quiet', 'md')}>
            <Download aria-hidden="true" className="size-4" />
            {t('download')}
          </a>
          <CopyButton text={window.location.href} label={t('copyLink')} />
        </div>
        <div className="grid justify-items-start gap-3 border-t border-line pt-6">
          <p className="text-ink-2">{t('invitation')}</p>
          <ButtonLink variant="primary" to={to('home')}>
            {t('makeYourOwn')}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
