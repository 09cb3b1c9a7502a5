import { isDalleModel, type Model } from '@app/contracts';
import { Cpu, Images, Palette, SlidersHorizontal } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { LANGUAGES } from '../../../config/languages';
import { useDismiss } from '../../../shared/interaction/use-dismiss';
import { NARROW, useMedia } from '../../../shared/browser/use-media';
import { useLocale } from '../../../shared/i18n/locale-context';
import { isOfInputMethod } from '../../../shared/interaction/input-method';
import { Button } from '../../../shared/ui/actions/button';
import { fadeEnds } from '../../../shared/ui/navigation/fade-ends';
import { SettingSection, SECTIONS, type Section, type SettingsFormProps } from './setting-sections';
import type { SubmitHandle } from '../submit/use-submit';
import type { GenerateSettings } from './settings';
import { SettingsSheet } from './settings-sheet';
import { RatioBox } from './size-picker';

interface SettingsChipsProps extends SettingsFormProps {
  submission: SubmitHandle;
}

const CHIP =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 text-sm lg:px-1.5 ' +
  'font-semibold transition-colors duration-120 hover:border-ink-2 aria-expanded:border-amber-text ' +
  'aria-expanded:text-on-amber-tint aria-expanded:bg-amber-tint lg:min-h-9 [&_svg]:size-4 [&_svg]:text-ink-3';

/** "SD 3.5 Medium" as "3.5 Medium": the word alone would be taken for a size. */
const shortName = (name: string): string => name.replace(/^SD /, '');

function useChips(settings: GenerateSettings): Record<Section, { name: string; value: string; icon: ReactNode }> {
  const { t } = useTranslation(['generate', 'options']);
  const model = (id: Model) => shortName(t(`options:models.${id}`));
  const quality =
    isDalleModel(settings.model) && settings.quality !== 'standard'
      ? ` · ${t(`options:qualities.${settings.quality}`)}`
      : '';
  const seed = settings.seed === '' ? '' : ` · ${settings.seed}`;
  return {
    model: { name: t('generate:model.label'), value: model(settings.model) + quality, icon: <Cpu /> },
    style: { name: t('generate:style.label'), value: t(`options:styles.${settings.style}`), icon: <Palette /> },
    size: { name: t('generate:size.label'), value: settings.size, icon: <RatioBox size={settings.size} side={16} /> },
    count: { name: t('generate:count.label'), value: String(settings.count), icon: <Images /> },
    file: {
      name: t('generate:outputFormat.label'),
      value: t(`options:formats.${settings.outputFormat}`) + seed,
      icon: <SlidersHorizontal />,
    },
  };
}

/** One row that shows the settings; each chip opens its part, on a narrow screen all parts in a sheet. */
export function SettingsChips({ submission, ...handle }: SettingsChipsProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const chips = useChips(handle.settings);
  const [open, setOpen] = useState<Section | null>(null);
  const isNarrow = useMedia(NARROW);
  const panelId = useId();
  const box = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(null), []);
  useDismiss(open !== null && !isNarrow, box, close);
  return (
    <div ref={box} className="relative grid min-w-0 grid-cols-1">
      <div
        ref={fadeEnds}
        role="group"
        aria-label={t('settings.label')}
        className="-mx-(--gutter) flex gap-2 overflow-x-auto px-(--gutter) py-1 [scrollbar-width:none] lg:mx-0 lg:gap-1.5 lg:overflow-visible lg:px-0"
      >
        {SECTIONS.map((section) => (
          <Button
            key={section}
            variant="plain"
            aria-label={chips[section].name + LANGUAGES[locale].colon + chips[section].value}
            aria-haspopup="dialog"
            aria-expanded={open === section}
            aria-controls={open === section && !isNarrow ? panelId : undefined}
            data-setting={section}
            onClick={() => setOpen(open === section ? null : section)}
            // Beside the image all stand in one row: the long names give way.
            className={cx(CHIP, 'tabular', (section === 'style' || section === 'file') && 'min-w-0 lg:shrink')}
          >
            <span aria-hidden="true" className="contents">
              {chips[section].icon}
            </span>
            <span className="max-w-36 truncate">{chips[section].value}</span>
          </Button>
        ))}
      </div>
      {open !== null && !isNarrow ? (
        <SettingPanel key={open} id={panelId} section={open} title={chips[open].name} onClose={close} {...handle} />
      ) : null}
      {open !== null && isNarrow ? (
        <SettingsSheet first={open} onClose={close} submission={submission} {...handle} />
      ) : null}
    </div>
  );
}

interface SettingPanelProps extends SettingsFormProps {
  id: string;
  section: Section;
  title: string;
  onClose: () => void;
}

const focusChip = (section: Section): void =>
  document.querySelector<HTMLElement>(`[data-setting="${section}"]`)?.focus({ preventScroll: true });

/** Enter in a field would send the form around it. With Ctrl it asks for an image, as everywhere in the form. */
const isConfirmKey = ({ key, ctrlKey, metaKey, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement && !isOfInputMethod(nativeEvent);

/** Over the page below the chips. A choice by pointer closes it; by keyboard one moves through the choices. */
function SettingPanel({ id, section, title, onClose, ...handle }: SettingPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>('[role="radio"][aria-checked="true"], [role="radio"]');
    (first ?? panel.current)?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useLayoutEffect(() => {
    const box = panel.current;
    return () => {
      if (box?.contains(document.activeElement)) focusChip(section);
    };
  }, [section]);
  const finish = () => {
    focusChip(section);
    onClose();
  };
  const onClick = ({ detail, target }: MouseEvent) => {
    const isChoice = detail > 0 && target instanceof Element && target.closest('[role="radio"]') !== null;
    if (isChoice && section !== 'file' && !isDalleModel(handle.settings.model)) finish();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isConfirmKey(event)) return;
    event.preventDefault();
    finish();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- closes after a choice by pointer, and by Enter in a field
    <div
      ref={panel}
      id={id}
      role="dialog"
      tabIndex={-1}
      aria-label={title}
      onClick={onClick}
      onKeyDown={onKeyDown}
      className="absolute inset-x-0 top-full z-30 mt-2 max-h-[70dvh] animate-rise overflow-y-auto rounded-sheet border border-line bg-raised p-4 shadow-sheet"
    >
      <SettingSection section={section} {...handle} />
    </div>
  );
}
