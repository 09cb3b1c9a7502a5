import { GitCompareArrows } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Generation, GenerationImage } from '@app/contracts';
import { CompareOpener } from '../../../entities/image/compare/compare-opener';
import { comparedFrom } from '../../../entities/image/compare/compared';
import { Button } from '../../../shared/ui/actions/button';
import { useParent } from './use-parent';

/** Compares an image with its parent; nothing where that is not there any more. */
export function CompareButton({ generation, image }: { generation: Generation; image: GenerationImage }) {
  const { t } = useTranslation('generate');
  const before = useParent(generation.parent_id);
  if (before === null) return null;
  return (
    <CompareOpener before={before} after={comparedFrom(generation, image)}>
      <Button icon={<GitCompareArrows aria-hidden="true" className="size-4" />}>{t('result.compare')}</Button>
    </CompareOpener>
  );
}
