import { API_KEY_PREFIX, DEFAULT_MODEL, SELECTABLE_MODELS, STYLES, priceUnits, toCredits } from '@app/contracts';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { CopyButton } from '../../../shared/ui/actions/copy-button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { Select } from '../../../shared/ui/forms/select';
import { TextField } from '../../../shared/ui/forms/text-field';
import { CONSOLE_CALLS, CONSOLE_CALL_NAMES, type ConsoleCall, type Parameter } from './console-calls';
import { useTryCall, type ConsoleAnswer } from './use-try-call';

const EMPTY: Record<Parameter, string> = { id: '', page: '', style: '', prompt: '', model: DEFAULT_MODEL };
const OPTIONS: Partial<Record<Parameter, readonly string[]>> = { style: ['', ...STYLES], model: SELECTABLE_MODELS };
const REQUIRED: ReadonlySet<Parameter> = new Set<Parameter>(['id', 'prompt']);

const nameOf = (call: ConsoleCall): string => `${CONSOLE_CALLS[call].method} /api${CONSOLE_CALLS[call].path}`;

export function Console() {
  const { t } = useTranslation('developers');
  const locale = useLocale();
  // In memory alone: a key is worth credits.
  const [key, setKey] = useState('');
  const [call, setCall] = useState<ConsoleCall>('showCredits');
  const [values, setValues] = useState(EMPTY);
  const tried = useTryCall();
  const { parameters } = CONSOLE_CALLS[call];
  const isComplete = key.trim() !== '' && parameters.every((name) => !REQUIRED.has(name) || values[name].trim() !== '');
  const price = call === 'generate' ? formatCredits(toCredits(priceUnits(values.model)), locale) : null;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isComplete && !tried.isSending) void tried.run(call, values, key.trim());
  };
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">{t('console.lead')}</p>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t('console.key')}
          hint={t('console.keyHint')}
          type="password"
          autoComplete="off"
          placeholder={`${API_KEY_PREFIX}…`}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
        <Select
          label={t('console.call')}
          value={call}
          options={CONSOLE_CALL_NAMES.map((value) => ({ value, label: nameOf(value) }))}
          onChange={setCall}
        />
        {parameters.map((name: Parameter) => (
          <ParameterField
            key={name}
            name={name}
            value={values[name]}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <Button type="submit" variant="primary" size="lg" busy={tried.isSending} disabled={!isComplete}>
          {price === null ? t('console.send') : t('console.sendFor', { credits: price })}
        </Button>
      </form>
      {tried.error ? (
        <p role="alert" className="text-sm text-danger-text">
          {errorText(tried.error, locale)}
        </p>
      ) : null}
      {tried.answer ? <Answer answer={tried.answer} /> : null}
    </div>
  );
}

interface ParameterFieldProps {
  name: Parameter;
  value: string;
  onChange: (value: string) => void;
}

/** Named as in the call. */
function ParameterField({ name, value, onChange }: ParameterFieldProps) {
  const options = OPTIONS[name];
  if (!options) return <TextField label={name} value={value} onChange={(event) => onChange(event.target.value)} />;
  return (
    <Select
      label={name}
      value={value}
      options={options.map((option) => ({ value: option, label: option || '–' }))}
      onChange={onChange}
    />
  );
}

function Answer({ answer: { call, status, headers, body } }: { answer: ConsoleAnswer }) {
  const { t } = useTranslation('developers');
  const shown = useRef<HTMLElement>(null);
  return (
    <section aria-label={t('console.answer')} className="grid gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2 font-semibold">
        <Badge tone={status < 400 ? 'ok' : 'danger'}>{status}</Badge>
        {nameOf(call)}
      </p>
      <dl className="tabular text-sm">
        {headers.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
        tabIndex={0}
        role="group"
        aria-label={t('console.body')}
        className="prose max-h-[70dvh] overflow-x-auto overflow-y-auto"
      >
        <pre>
          <code ref={shown}>{body}</code>
        </pre>
      </div>
      <CopyButton text={body} place={shown} className="justify-self-start" />
    </section>
  );
}
