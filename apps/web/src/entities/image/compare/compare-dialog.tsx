import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { RadioTiles } from '../../../shared/ui/forms/radio-tiles';
import { DialogContent } from '../../../shared/ui/overlays/dialog-content';
import { CompareSlider, type Pair } from './compare-slider';
import { SettingChanges } from './setting-changes';
import { SideBySide } from './side-by-side';

type View = 'slider' | 'sides';

const SHEET =
  'fixed inset-0 z-50 grid content-start overflow-y-auto bg-bg text-ink outline-none focus-visible:shadow-none ' +
  'data-[state=open]:animate-appear sm:inset-4 sm:rounded-sheet sm:border sm:border-line ' +
  'lg:grid-rows-[auto_minmax(0,1fr)] lg:content-stretch lg:overflow-hidden';

export function CompareDialog(pair: Pair) {
  const { t } = useTranslation(['compare', 'common']);
  const [view, setView] = useState<View>('slider');
  return (
    <DialogContent
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        const slider = event.currentTarget instanceof Element && event.currentTarget.querySelector('input');
        if (!(slider instanceof HTMLElement)) return;
        event.preventDefault();
        slider.focus();
      }}
      className={SHEET}
    >
      <div className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-bg py-1.5 ps-4 pe-2 lg:static">
        <Dialog.Title className="me-auto text-sm font-semibold tracking-normal">{t('compare:title')}</Dialog.Title>
        {/* On a phone there is no room beside an image. */}
        <RadioTiles
          label={t('compare:view')}
          value={view}
          tiles={[
            { value: 'slider', label: t('compare:views.slider') },
            { value: 'sides', label: t('compare:views.sides') },
          ]}
          onChange={setView}
          className="grid-flow-col auto-cols-fr max-sm:hidden"
          tileClassName="px-3 py-1 text-center"
        />
        <Dialog.Close asChild>
          <IconButton label={t('common:actions.close')} icon={<X aria-hidden="true" />} />
        </Dialog.Close>
      </div>
      <div className="grid content-start lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_340px] lg:content-stretch">
        <div className="grid content-center justify-items-center gap-3 bg-surround p-3 [--stage-height:56dvh] sm:p-6 lg:min-h-0 lg:[--stage-height:calc(100dvh-12rem)]">
          {view === 'slider' ? <CompareSlider {...pair} /> : <SideBySide {...pair} />}
          {view === 'slider' ? <p className="text-xs text-ink-3 max-lg:hidden">{t('compare:keys')}</p> : null}
        </div>
        <SettingChanges {...pair} />
      </div>
    </DialogContent>
  );
}
