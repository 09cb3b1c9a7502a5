import { API_KEY_OVERLAP_HOURS, type ApiKey, type NewApiKey } from '@app/contracts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevokeApiKeyMutation, useRotateApiKeyMutation } from '../../../api/endpoints/api-keys';
import { formatCredits, formatNumber } from '../../../shared/format/format';
import { useFocusFallback } from '../../../shared/interaction/use-focus-fallback';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { Progress } from '../../../shared/ui/feedback/progress';
import type { FocusFallback } from '../../../shared/ui/overlays/dialog-props';
import { ConfirmDialog } from '../confirm-dialog';
import { KeyEdit } from './key-edit';

const TIME = { dateStyle: 'medium', timeStyle: 'short' } as const;

interface KeyItemProps {
  apiKey: ApiKey;
  /** Of the list: it has the focus when the key that has it goes. */
  heading: FocusFallback;
  onRotated: (key: NewApiKey) => void;
}

export function KeyItem({ apiKey, heading, onRotated }: KeyItemProps) {
  const { t } = useTranslation('developers');
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'revoke' | null>(null);
  const { name, hint, scopes, expires_at, replaced_by } = apiKey;
  const nameId = useId();
  const item = useRef<HTMLLIElement>(null);
  useFocusFallback(item, heading);
  const [now] = useState(Date.now);
  const isExpired = expires_at !== null && new Date(expires_at).getTime() <= now;
  return (
    <li ref={item} className="grid grid-cols-1 gap-3 border-b border-line py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong id={nameId} className="font-semibold wrap-anywhere">
          {name}
        </strong>
        <span className="prose">
          <code>{hint}</code>
        </span>
        {scopes.map((scope) => (
          <Badge key={scope}>{t(`scopes.${scope}.name`)}</Badge>
        ))}
      </div>
      <Validity apiKey={apiKey} isExpired={isExpired} />
      <Usage apiKey={apiKey} isExpired={isExpired} />
      <div className="flex flex-wrap gap-2">
        {isExpired ? null : (
          <Button aria-describedby={nameId} onClick={() => setAsked('edit')}>
            {t('keys.edit')}
          </Button>
        )}
        {!isExpired && replaced_by === null ? (
          <Button aria-describedby={nameId} onClick={() => setAsked('rotate')}>
            {t('keys.rotate')}
          </Button>
        ) : null}
        <Button
          variant="ghost"
          className={isExpired ? '-ms-4' : undefined}
          aria-describedby={nameId}
          onClick={() => setAsked('revoke')}
        >
          {t('keys.revoke')}
        </Button>
      </div>
      {asked === 'edit' ? <KeyEdit apiKey={apiKey} onClose={() => setAsked(null)} /> : null}
      {asked === 'rotate' ? (
        <RotateQuestion apiKey={apiKey} heading={heading} onClose={() => setAsked(null)} onRotated={onRotated} />
      ) : null}
      {asked === 'revoke' ? <RevokeQuestion apiKey={apiKey} heading={heading} onClose={() => setAsked(null)} /> : null}
    </li>
  );
}

function Validity({ apiKey, isExpired }: { apiKey: ApiKey; isExpired: boolean }) {
  const { expires_at, replaced_by, last_used_at } = apiKey;
  const { t } = useTranslation('developers');
  const formatDate = useFormatDate();
  const date = expires_at === null ? null : formatDate(expires_at, TIME);
  const until = date === null ? t('keys.noExpiry') : t(isExpired ? 'keys.expired' : 'keys.until', { date });
  const used =
    last_used_at === null ? t('keys.neverUsed') : t('keys.lastUsed', { date: formatDate(last_used_at, TIME) });
  return (
    <p className="tabular flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-3">
      {replaced_by === null ? null : <Badge tone="amber">{t('keys.replaced')}</Badge>}
      {isExpired ? <Badge tone="danger">{until}</Badge> : <span>{until}</span>}
      <span>{used}</span>
    </p>
  );
}

function Usage({ apiKey, isExpired }: { apiKey: ApiKey; isExpired: boolean }) {
  const { t } = useTranslation('developers');
  const locale = useLocale();
  const credits = (amount: number) => formatCredits(amount, locale);
  const { daily_credits: budget, credits_used_today: today, credits_used: all, requests } = apiKey;
  const ofToday =
    budget === null
      ? t('keys.today', { used: credits(today) })
      : t('keys.todayOf', { count: budget, used: credits(today), budget: credits(budget) });
  return (
    <div className="tabular grid gap-1.5 text-sm text-ink-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{ofToday}</span>
        <span>
          {t('keys.total', { used: credits(all), count: requests, requests: formatNumber(requests, locale) })}
        </span>
      </p>
      {budget === null || isExpired ? null : <Progress label={ofToday} value={today / budget} />}
    </div>
  );
}

interface QuestionProps {
  apiKey: ApiKey;
  heading: FocusFallback;
  onClose: () => void;
}

function RotateQuestion({
  apiKey,
  heading,
  onClose,
  onRotated,
}: QuestionProps & { onRotated: (key: NewApiKey) => void }) {
  const { t } = useTranslation('developers');
  const [rotate, { isLoading, error }] = useRotateApiKeyMutation();
  const run = async () => {
    const { data } = await rotate(apiKey.id);
    if (!data) return;
    onClose();
    onRotated(data);
  };
  return (
    <ConfirmDialog
      title={t('keys.rotateTitle', { name: apiKey.name })}
      text={t('keys.rotateText', { hours: API_KEY_OVERLAP_HOURS })}
      yes={t('keys.rotate')}
      fallback={heading}
      busy={isLoading}
      error={error}
      onYes={() => void run()}
      onClose={onClose}
    />
  );
}

function RevokeQuestion({ apiKey, heading, onClose }: QuestionProps) {
  const { t } = useTranslation('developers');
  const [revoke, { isLoading, error }] = useRevokeApiKeyMutation();
  const run = async () => {
    const answer = await revoke(apiKey.id);
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: apiKey.name })}
      text={t('keys.revokeText')}
      yes={t('keys.revoke')}
      isDanger
      fallback={heading}
      busy={isLoading}
      error={error}
      onYes={() => void run()}
      onClose={onClose}
    />
  );
}
