import { Images } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenInGenerator } from '../../../entities/generation/use-open-in-generator';
import { workInput } from '../../../entities/sample/work-input';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { lazyPart } from '../../../shared/loading/lazy-part';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { EmptyState } from '../../../shared/ui/feedback/empty-state';

const ExampleWorks = lazyPart(() =>
  import('../../../entities/sample/example-works').then((module) => module.ExampleWorks),
);

/** The gallery before the first image, with examples whose prompts can be used. */
export function NoImages() {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const to = useAddress();
  const open = useOpenInGenerator();
  return (
    <>
      <EmptyState
        art={<Images aria-hidden="true" className="size-10 text-ink-3" strokeWidth={1.5} />}
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <ButtonLink variant="primary" size="lg" to={to('generate')}>
            {t('start')}
          </ButtonLink>
        }
      />
      <Suspense>
        <div className="mx-auto -mt-8 w-full max-w-172">
          <ExampleWorks onUse={(work) => open(workInput(work, locale))} />
        </div>
      </Suspense>
    </>
  );
}
