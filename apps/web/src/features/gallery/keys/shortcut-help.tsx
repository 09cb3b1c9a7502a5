import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { Switch } from '../../../shared/ui/forms/switch';
import { useSingleKeys } from './shortcuts';

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const GROUPS = [
  { group: 'everywhere', keys: ['palette'] },
  { group: 'sheet', keys: ['move', 'open', 'select', 'selectShown', 'search', 'help'] },
  { group: 'picture', keys: ['favorite', 'download', 'remove', 'undo'] },
  { group: 'details', keys: ['neighbours', 'zoom', 'look', 'info', 'close', 'help'] },
] as const;

type KeyName = (typeof GROUPS)[number]['keys'][number];

const caps = (name: KeyName, mod: string): string[] =>
  ({
    palette: [mod, 'K'],
    move: ['←', '↑', '↓', '→'],
    open: ['Enter'],
    select: ['X'],
    selectShown: [mod, 'A'],
    search: ['/'],
    favorite: ['F'],
    download: ['D'],
    remove: ['Delete'],
    undo: [mod, 'Z'],
    neighbours: ['←', '→'],
    zoom: ['Z'],
    look: ['←', '↑', '↓', '→'],
    info: ['I'],
    close: ['Esc'],
    help: ['?'],
  })[name];

function ShortcutList() {
  const { t } = useTranslation('gallery');
  const [on, setOn] = useSingleKeys();
  const mod = isMac() ? '⌘' : 'Ctrl';
  return (
    <div className="grid gap-5">
      {GROUPS.map(({ group, keys }) => (
        <section key={group} className="grid gap-1">
          <h3 className="text-sm font-semibold text-ink-2">{t(`keys.groups.${group}`)}</h3>
          <dl className="grid">
            {keys.map((name) => (
              <div key={name} className="flex min-h-9 items-center justify-between gap-4 border-b border-line text-sm">
                <dt>{t(`keys.names.${name}`)}</dt>
                <dd className="flex gap-1">
                  {caps(name, mod).map((cap) => (
                    <kbd
                      key={cap}
                      className="min-w-7 rounded-control border border-field px-1.5 py-0.5 text-center font-sans text-xs"
                    >
                      {cap}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch label={t('keys.single')} hint={t('keys.singleHint')} checked={on} onChange={setOn} />
    </div>
  );
}

/** The keys of gallery and details; single characters can be switched off here. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('gallery');
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')}>
      <ShortcutList />
    </Dialog>
  );
}
