import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { SubmitButton } from '../submit/submit-bar';
import type { SubmitHandle } from '../submit/use-submit';
import { SettingSection, SECTIONS, type Section, type SettingsFormProps } from './setting-sections';
import { DEFAULT_CHOICES } from './settings';

interface SettingsSheetProps extends SettingsFormProps {
  /** The part that is in view when it opens. */
  first: Section;
  onClose: () => void;
  submission: SubmitHandle;
}

/** By the element itself: the dialog around it may come later than the sheet. */
const bringIntoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'start' });

/** All settings of a narrow screen, one below the other, with the button in reach. */
export function SettingsSheet({ first, onClose, submission, ...handle }: SettingsSheetProps) {
  const { t } = useTranslation('generate');
  return (
    <Dialog open onClose={onClose} title={t('settings.title')}>
      {/* No grid: what sticks would stay in its row. */}
      <div>
        {/* What has the focus must not lie under the bar that sticks to the lower edge. */}
        <div className="grid gap-6 **:focus:scroll-mb-48">
          {SECTIONS.map((section) => (
            <div key={section} ref={section === first ? bringIntoView : null} className="scroll-mt-18">
              <SettingSection section={section} {...handle} />
            </div>
          ))}
        </div>
        <div className="sticky -bottom-6 -mx-6 mt-4 -mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2 border-t border-line bg-raised px-6 py-3">
          <Button variant="ghost" size="lg" className="px-3" onClick={() => handle.change(DEFAULT_CHOICES)}>
            {t('settings.reset')}
          </Button>
          <SubmitButton
            settings={handle.settings}
            submission={submission}
            onPress={() => {
              onClose();
              void submission.submit();
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}
