import type { GalleryItem } from '@app/contracts';
import { Command } from 'cmdk';
import { ImageOff, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ShortcutHelp } from '../../features/gallery/keys/shortcut-help';
import { useSearchText } from '../../shared/interaction/use-search-text';
import { useAddress } from '../../shared/i18n/locale-context';
import { useNamespace } from '../../shared/i18n/use-namespace';
import { cx } from '../../shared/cx';
import { IconButton } from '../../shared/ui/actions/icon-button';
import { DialogContent } from '../../shared/ui/overlays/dialog-content';
import { findCommands, useCommands, type PaletteCommand } from './use-commands';
import { useFoundImages } from './use-found-images';

const SHEET =
  'fixed inset-x-0 top-0 z-50 grid max-h-[92dvh] gap-2 overflow-y-auto border border-line bg-raised p-3 text-ink ' +
  'shadow-sheet data-[state=open]:animate-appear ' +
  'sm:inset-auto sm:start-1/2 sm:top-1/2 sm:w-[calc(100vw-48px)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:max-w-lg sm:rounded-sheet';

export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const [isHelpOpen, setHelpOpen] = useState(false);
  if (isHelpOpen) return <Help onClose={onClose} />;
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent data-palette="" aria-describedby={undefined} className={SHEET}>
        <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
        <Choices onClose={onClose} onHelp={() => setHelpOpen(true)} />
      </DialogContent>
    </Dialog.Root>
  );
}

function Help({ onClose }: { onClose: () => void }) {
  return useNamespace('gallery') ? <ShortcutHelp open onClose={onClose} /> : null;
}

interface ChoicesProps {
  onClose: () => void;
  onHelp: () => void;
}

function Choices({ onClose, onHelp }: ChoicesProps) {
  const { t } = useTranslation(['palette', 'common']);
  const { query, wiring } = useSearchText();
  const [selected, setSelected] = useState('');
  return (
    <Command
      label={t('palette:placeholder')}
      shouldFilter={false}
      loop
      vimBindings={false}
      value={selected}
      onValueChange={setSelected}
      className="grid gap-2"
    >
      <div className="flex items-center gap-1">
        <Command.Input asChild value={query}>
          <input
            {...wiring}
            placeholder={t('palette:placeholder')}
            className="min-h-12 w-full rounded-control border border-field bg-surface px-4 text-base"
          />
        </Command.Input>
        <Dialog.Close asChild>
          <IconButton label={t('common:actions.close')} icon={<X aria-hidden="true" />} />
        </Dialog.Close>
      </div>
      <Results query={query} selected={selected} onClose={onClose} onHelp={onHelp} />
    </Command>
  );
}

interface ResultsProps extends ChoicesProps {
  query: string;
  selected: string;
}

function Results({ query, selected, onClose, onHelp }: ResultsProps) {
  const { t } = useTranslation('palette');
  const to = useAddress();
  const navigate = useNavigate();
  const commands = useCommands(onHelp);
  const actions = findCommands(commands.actions, query);
  const pages = findCommands(commands.pages, query);
  const images = useFoundImages(query);
  const choose = ({ id, run }: PaletteCommand) => {
    if (id !== 'shortcuts') onClose();
    run();
  };
  const show = ({ id }: GalleryItem) => {
    onClose();
    void navigate(to('gallery', { query: { image: id } }));
  };
  const list = (found: readonly PaletteCommand[]) =>
    found.map((command) => (
      <Choice key={command.id} id={command.id} selected={selected} onSelect={() => choose(command)}>
        <command.icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <span className="truncate">{command.label}</span>
      </Choice>
    ));
  return (
    <>
      <p role="status" className="sr-only">
        {t('found', { count: actions.length + pages.length + images.length })}
      </p>
      <Command.List label={t('results')} className="h-80 overflow-y-auto overscroll-contain">
        <Command.Empty className="p-4 text-sm text-ink-2">{t('nothing')}</Command.Empty>
        <Group name={t('groups.actions')} isEmpty={actions.length === 0}>
          {list(actions)}
        </Group>
        <Group name={t('groups.pages')} isEmpty={pages.length === 0}>
          {list(pages)}
        </Group>
        <Group name={t('groups.images')} isEmpty={images.length === 0}>
          {images.map((image) => (
            <Choice key={image.id} id={image.id} selected={selected} onSelect={() => show(image)}>
              <Thumbnail image={image} />
              <span className="truncate">{image.prompt}</span>
            </Choice>
          ))}
        </Group>
      </Command.List>
    </>
  );
}

function Group({ name, isEmpty, children }: { name: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <Command.Group heading={<span className="block px-3 pt-3 pb-1 text-xs font-semibold text-ink-3">{name}</span>}>
      {children}
    </Command.Group>
  );
}

interface ChoiceProps {
  id: string;
  /** The id of the one that Enter chooses. */
  selected: string;
  onSelect: () => void;
  children: ReactNode;
}

function Choice({ id, selected, onSelect, children }: ChoiceProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm',
        selected === id && 'bg-hover',
      )}
    >
      {children}
    </Command.Item>
  );
}

function Thumbnail({ image }: { image: GalleryItem }) {
  const address = image.thumbnails[0]?.url ?? image.url;
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-image bg-surround text-ink-3">
      {address ? (
        <img src={address} alt="" className="size-full object-contain" />
      ) : (
        <ImageOff aria-hidden="true" className="size-4" />
      )}
    </span>
  );
}
