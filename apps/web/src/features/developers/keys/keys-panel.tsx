import { API_KEYS_MAX, type Answer, type NewApiKey } from '@app/contracts';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';
import { Panel, type PanelQuery } from '../panel';
import { SecretDialog } from '../secret-dialog';
import { KeyForm } from './key-form';
import { KeyItem } from './key-item';

export function KeysPanel({ query }: { query: PanelQuery<Answer<'apiKeys.list'>> }) {
  const { t } = useTranslation('developers');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewApiKey | null>(null);
  return (
    <>
      <Panel
        title={t('keys.title')}
        heading={heading}
        lead={t('keys.lead')}
        query={query}
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            disabled={(query.data?.length ?? 0) >= API_KEYS_MAX}
            onClick={() => setCreating(true)}
          >
            {t('keys.create')}
          </Button>
        }
      >
        {(keys) =>
          keys.length === 0 ? (
            <p className="rounded-control border border-line px-4 py-5 text-sm text-ink-3">{t('keys.empty')}</p>
          ) : (
            <ul className="border-t border-line">
              {keys.map((key) => (
                <KeyItem key={key.id} apiKey={key} heading={heading} onRotated={setCreated} />
              ))}
            </ul>
          )
        }
      </Panel>
      {isCreating ? (
        <KeyForm
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      ) : null}
      {created ? (
        <SecretDialog
          title={t('keys.created', { name: created.name })}
          text={t('keys.createdText')}
          secret={created.key}
          fallback={heading}
          onClose={() => setCreated(null)}
        />
      ) : null}
    </>
  );
}
