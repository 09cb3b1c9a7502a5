import { BATCH_BODY_BYTES } from '@app/contracts';
import { FileUp, Plus } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatBytes, formatList, formatNumber } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { Tabs } from '../../../shared/ui/navigation/tabs';
import { SOURCES, type Source } from '../draft';
import type { Cells } from '../rows/row';
import type { DraftHandle } from '../use-draft';
import { decodeText } from './decode-text';
import { parseLines, parseTable } from './parse-table';
import { useFoundRows, type FoundRows } from './use-found-rows';
import { useReplaceText } from './use-replace-text';

const FILE_TYPES = '.csv,.tsv,.txt,.jsonl,.ndjson,.json,text/csv,text/plain,application/jsonl';

/** Anything else that is dragged, as a text is, stays the browser's. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** What did not fit stays for the next batch. */
const rowsAsText = (source: 'lines' | 'table', rows: readonly Cells[]): string =>
  rows.map((cells) => (source === 'lines' ? cells.prompt : JSON.stringify(cells))).join('\n');

interface InputCardProps {
  handle: DraftHandle;
  /** Rows that still fit. */
  room: number;
  limit: number;
}

/** Where rows come from: lines, a table or a template. A file can be dropped anywhere on it. */
export function InputCard({ handle, room, limit }: InputCardProps) {
  const { t } = useTranslation('batch');
  const { draft, change, addRows } = handle;
  const { source, texts } = draft;
  const found = useFoundRows(source, texts);
  const setText = (of: Source, text: string) => change({ source: of, texts: { ...texts, [of]: text } });
  const file = useFile(useReplaceText());
  const add = async () => {
    if (source === 'template') {
      // It is often changed and used again.
      addRows(found.take(room));
      return;
    }
    // Parsed again, because the rows found so far may be of an older text.
    const rows = source === 'lines' ? parseLines(texts.lines) : (await parseTable(texts.table)).rows;
    addRows(rows.slice(0, room));
    setText(source, rowsAsText(source, rows.slice(room)));
  };
  const content = (of: Source) => <SourceText of={of} text={texts[of]} onText={(text) => setText(of, text)} />;
  return (
    <section
      aria-label={t('input.label')}
      {...file.dropTarget}
      className={cx(
        'grid gap-3 rounded-sheet border bg-surface p-4',
        file.isOver ? 'border-amber-text' : 'border-line',
      )}
    >
      <Tabs
        label={t('input.label')}
        fieldFirst
        value={source}
        onChange={(next) => change({ source: next })}
        tabs={SOURCES.map((value) => ({ value, label: t(`input.${value}.tab`), content: content(value) }))}
      />
      <Findings found={found} room={room} limit={limit} fault={file.fault} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          className="-ms-4"
          icon={<FileUp aria-hidden="true" className="size-4" />}
          onClick={file.choose}
        >
          {t('input.file')}
        </Button>
        <input {...file.field} />
        <AddButton found={found} room={room} onAdd={() => void add()} />
      </div>
    </section>
  );
}

function SourceText({ of, text, onText }: { of: Source; text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('batch');
  return (
    <TextArea
      label={t(`input.${of}.label`)}
      hint={t(`input.${of}.hint`)}
      placeholder={t(`input.${of}.placeholder`)}
      rows={7}
      value={text}
      spellCheck={of === 'lines'}
      className="max-h-[70dvh] overflow-y-auto"
      onChange={(event) => onText(event.target.value)}
    />
  );
}

function AddButton({ found, room, onAdd }: { found: FoundRows; room: number; onAdd: () => void }) {
  const { t } = useTranslation('batch');
  const fits = Math.min(found.count, Math.max(room, 0));
  const label = found.count > room && fits > 0 ? t('input.addFirst', { count: fits }) : t('input.add', { count: fits });
  return (
    <Button
      variant="primary"
      disabled={fits === 0}
      icon={<Plus aria-hidden="true" className="size-4" />}
      onClick={onAdd}
    >
      {fits === 0 ? t('input.addNone') : label}
    </Button>
  );
}

interface FindingsProps {
  found: FoundRows;
  room: number;
  limit: number;
  fault: string | null;
}

/** What was understood of the text, and what was not. */
function Findings({ found, room, limit, fault }: FindingsProps) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const number = formatNumber(found.count, locale);
  return (
    <div role="status" className="grid gap-1 text-sm text-ink-2">
      {fault ? <p className="text-danger-text">{fault}</p> : null}
      {found.count > 0 ? <p className="tabular">{t('input.found', { count: found.count, number })}</p> : null}
      {found.count > room ? (
        <p className="text-amber-text">{room > 0 ? t('input.tooMany', { room, limit }) : t('input.full', { limit })}</p>
      ) : null}
      {found.ignored.length > 0 ? (
        <p>{t('input.ignored', { columns: formatList(found.ignored.slice(0, 5), locale) })}</p>
      ) : null}
      {found.unreadable.length > 0 ? (
        <p className="text-danger-text">
          {t('input.unreadable', { lines: formatList(found.unreadable.slice(0, 5).map(String), locale) })}
        </p>
      ) : null}
    </div>
  );
}

/** A file that is chosen or dropped, read as text. */
function useFile(onText: (source: Source, text: string) => void) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > BATCH_BODY_BYTES) {
      setFault(t('input.tooLarge', { size: formatBytes(BATCH_BODY_BYTES, locale) }));
      return;
    }
    setFault(null);
    const bytes = await chosen.arrayBuffer().catch(() => null);
    const text = bytes && decodeText(new Uint8Array(bytes));
    if (text === null) {
      setFault(t(bytes ? 'input.noText' : 'input.notRead', { name: chosen.name }));
      return;
    }
    onText(chosen.name.toLowerCase().endsWith('.txt') ? 'lines' : 'table', text);
  };
  return {
    isOver,
    fault,
    choose: () => input.current?.click(),
    field: {
      ref: input,
      type: 'file',
      accept: FILE_TYPES,
      hidden: true,
      'aria-label': t('input.file'),
      onChange: ({ target }: { target: HTMLInputElement }) => {
        void read(target.files?.[0]);
        // The same file can be chosen again after it was changed.
        target.value = '';
      },
    },
    dropTarget: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void read(event.dataTransfer.files[0]);
      },
    },
  };
}
