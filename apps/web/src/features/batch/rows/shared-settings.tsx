import { NEGATIVE_PROMPT_MAX } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Comma } from '../../../shared/ui/comma';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { Disclosure } from '../../../shared/ui/navigation/disclosure';
import type { SharedCells } from './row';
import { SETTING_COLUMNS, SettingFields } from './setting-fields';
import { useSettingTexts } from './use-setting-texts';

interface SharedSettingsProps {
  shared: SharedCells;
  maxCount: number;
  onChange: (part: Partial<SharedCells>) => void;
}

export function SharedSettings({ shared, maxCount, onChange }: SharedSettingsProps) {
  const { t } = useTranslation('batch');
  const texts = useSettingTexts();
  const summary = SETTING_COLUMNS.map((column) => texts(column, shared[column])).join(' · ');
  return (
    <Disclosure
      summary={
        <span className="grid min-w-0">
          <span>
            {t('settings.title')}
            <Comma />
          </span>
          <span className="truncate text-sm font-normal text-ink-3">{summary}</span>
        </span>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <SettingFields
          values={shared}
          maxCount={maxCount}
          onChange={(column, value) => onChange({ [column]: value })}
        />
        <div className="col-span-2">
          <TextArea
            label={t('columns.negative_prompt')}
            hint={t('settings.negativeHint')}
            rows={2}
            limit={NEGATIVE_PROMPT_MAX}
            value={shared.negative_prompt}
            onChange={(event) => onChange({ negative_prompt: event.target.value })}
          />
        </div>
      </div>
    </Disclosure>
  );
}
