import { BONUS_MESSAGE_MS } from '@app/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClaimBonusMutation } from '../../../api/endpoints/daily-bonus';
import { errorText } from '../../../api/client/error-text';
import { useLocale } from '../../../shared/i18n/locale-context';

export interface ClaimMessage {
  /** `already`: the day's bonus had been claimed before, which is no failure. */
  outcome: 'claimed' | 'already' | 'failed';
  text: string;
}

interface Claim {
  claiming: boolean;
  message: ClaimMessage | null;
  run: () => Promise<boolean>;
}

/** Claims the bonus of the day, once however often it is asked while the answer is out. */
export function useClaim(): Claim {
  const { t } = useTranslation('credits');
  const locale = useLocale();
  const [claim, { isLoading }] = useClaimBonusMutation();
  const [message, setMessage] = useState<ClaimMessage | null>(null);
  // Presses come faster than a page is drawn.
  const out = useRef(false);

  useEffect(() => {
    if (message === null) return undefined;
    const timer = setTimeout(() => setMessage(null), BONUS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const run = async () => {
    if (out.current) return false;
    out.current = true;
    setMessage(null);
    const { data, error } = await claim();
    out.current = false;
    if (data) setMessage({ outcome: data.dailyBonusClaimed ? 'claimed' : 'already', text: data.bonusMessage });
    else setMessage({ outcome: 'failed', text: t('bonus.failed', { reason: errorText(error, locale) }) });
    return data !== undefined;
  };
  return { claiming: isLoading, message, run };
}
