import { type SharedImage } from '@app/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenInGenerator } from '../../entities/generation/use-open-in-generator';
import { Button } from '../../shared/ui/actions/button';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';
import { TextField } from '../../shared/ui/forms/text-field';
import { CopyLinkButton, SystemShare, useCopiedLink } from './copy-link';
import { SharedDownload } from './shared-download';
import { useFormatDate } from '../../shared/format/use-format-date';

interface SharedImageProps {
  token: string;
  image: SharedImage;
  /** Looks again: the link may have ended meanwhile, and addresses of files do not live for ever. */
  onReload: () => void;
}

export function SharedImageView({ token, image, onReload }: SharedImageProps) {
  const [attempt, setAttempt] = useState(0);
  const reload = () => {
    setAttempt(attempt + 1);
    onReload();
  };
  return (
    <article className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid place-items-center self-start rounded-sheet bg-surround p-3 sm:p-8">
        <div className="w-full" style={{ maxWidth: `min(100%, calc(78dvh * ${image.width / image.height}))` }}>
          <ResponsiveImage
            key={attempt}
            source={image}
            alt={image.prompt}
            eager
            sizes="(min-width: 1024px) 66vw, 100vw"
            onReload={reload}
          />
        </div>
      </div>
      <div className="grid content-start gap-6">
        <h1 className="text-lg leading-normal wrap-anywhere lg:text-xl">{image.prompt}</h1>
        <GenerationInput image={image} />
        <Passing token={token} onGone={onReload} />
        <Invitation image={image} />
      </div>
    </article>
  );
}

function Passing({ token, onGone }: { token: string; onGone: () => void }) {
  const { t } = useTranslation('sharing');
  const field = useRef<HTMLInputElement>(null);
  const address = window.location.href;
  const copied = useCopiedLink(address, field);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <SharedDownload token={token} onGone={onGone} />
        <CopyLinkButton {...copied} />
        <SystemShare address={address} />
      </div>
      {copied.outcome === 'selected' ? (
        <TextField
          ref={field}
          label={t('dialog.link')}
          hint={t('dialog.selected')}
          value={address}
          readOnly
          spellCheck={false}
        />
      ) : null}
    </div>
  );
}

function GenerationInput({ image }: { image: SharedImage }) {
  const { t } = useTranslation('sharing');
  const { t: tOptions } = useTranslation('options');
  const formatDate = useFormatDate();
  const rows = [
    ...(image.negative_prompt ? [[t('negative'), image.negative_prompt] as const] : []),
    [t('style'), tOptions(`styles.${image.style}`)],
    [t('size'), `${image.size} · ${image.width} × ${image.height}`],
    [t('model'), tOptions(`models.${image.model}`)],
    [t('seed'), String(image.seed)],
    [t('created'), formatDate(image.created_at)],
    [t('until'), formatDate(image.expires_at, { dateStyle: 'medium', timeStyle: 'short' })],
  ] as const;
  return (
    <dl className="tabular grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Invitation({ image }: { image: SharedImage }) {
  const { t } = useTranslation('sharing');
  const openInGenerator = useOpenInGenerator();
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-6">
      <p className="text-ink-2">{t('invitation')}</p>
      <Button variant="primary" onClick={() => openInGenerator(image)}>
        {t('makeYourOwn')}
      </Button>
    </div>
  );
}
