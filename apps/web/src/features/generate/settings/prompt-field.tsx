import { PROMPT_MAX } from '@app/contracts';
import { Dices } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../api/endpoints/generations';
import { Button } from '../../../shared/ui/actions/button';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { HistoryButton } from './history/history-button';
import { useHistoryPanel } from './history/use-history-panel';

const EXAMPLES = ['1', '2', '3', '4', '5', '6'] as const;

interface PromptFieldProps {
  value: string;
  error: string | null;
  onChange: (prompt: string) => void;
  /** An earlier description is wanted again. */
  onRecall: (entry: PromptHistoryEntry) => void;
}

const isPlainArrowUp = ({ key, shiftKey, ctrlKey, altKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'ArrowUp' && !(shiftKey || ctrlKey || altKey || metaKey || nativeEvent.isComposing);

export function PromptField({ value, error, onChange, onRecall }: PromptFieldProps) {
  const { t } = useTranslation('generate');
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const history = useHistoryPanel({ field, frame });
  const examples = EXAMPLES.map((key) => t(`examples.${key}`));
  const surprise = () => {
    const others = examples.filter((example) => example !== value);
    onChange(others[Math.floor(Math.random() * others.length)] ?? value);
  };
  return (
    <div className="grid gap-2">
      <TextArea
        ref={field}
        label={t('prompt.label')}
        placeholder={t('prompt.placeholder')}
        name="prompt"
        rows={3}
        limit={PROMPT_MAX}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (value !== '' || !isPlainArrowUp(event)) return;
          event.preventDefault();
          history.openFrom(event.currentTarget);
        }}
      />
      <div ref={frame} onBlur={history.onBlur} className="relative flex flex-wrap items-center gap-2">
        <Button
          variant="ghost"
          className="-ms-4"
          onClick={surprise}
          icon={<Dices aria-hidden="true" className="size-4" />}
        >
          {t('prompt.surprise')}
        </Button>
        <HistoryButton panel={history} onRecall={onRecall} />
      </div>
      {value === '' ? (
        <section aria-label={t('prompt.examples')} className="grid gap-1">
          <h3 className="text-sm font-semibold text-ink-2">{t('prompt.examples')}</h3>
          <ul className="grid">
            {examples.slice(0, 4).map((example) => (
              <li key={example}>
                <Button
                  variant="plain"
                  onClick={() => onChange(example)}
                  className="min-h-10 w-full rounded-control py-1.5 text-start text-sm text-ink-2 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-amber-text"
                >
                  {example}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
