import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../../entities/app-state';
import { EnginePreview } from './engine-preview';

/** How far somebody has gone back: 0 is the first preview, 1 the finished image. */
export type LookedAt = number;

const usePreviews = (id: string): string[] | undefined => useAppSelector((state) => state.generationJobs.previews[id]);

interface LookBackProps {
  /** The image whose previews are counted. */
  id: string;
  at: LookedAt;
  onChange: (at: LookedAt) => void;
}

/** Goes through the previews of a finished image, where some came while this tab was open. */
export function LookBack({ id, at, onChange }: LookBackProps) {
  const { t } = useTranslation('generate');
  const count = usePreviews(id)?.length ?? 0;
  if (count < 2) return null;
  const step = Math.round(at * count);
  return (
    <label className="flex w-full max-w-xl items-center gap-3 text-sm text-ink-2">
      {t('result.lookBack.label')}
      <input
        type="range"
        min={0}
        max={count}
        value={step}
        aria-valuetext={step === count ? t('result.lookBack.done') : t('result.lookBack.at', { step: step + 1, count })}
        onChange={({ target }) => onChange(Number(target.value) / count)}
        className="min-h-11 min-w-0 flex-1 rounded-control"
        // Beside a light accent browsers draw a dark track, also in light.
        style={{ accentColor: 'var(--amber-text)' }}
      />
    </label>
  );
}

/** Covers an image with the preview that is looked at; nothing where it is the image itself. */
export function LookedAtPreview({ id, at }: { id: string; at: LookedAt }) {
  const previews = usePreviews(id);
  const preview = previews?.[Math.round(at * previews.length)];
  return preview ? <EnginePreview src={preview} /> : null;
}
