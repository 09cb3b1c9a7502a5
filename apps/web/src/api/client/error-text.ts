import type { ErrorCode, Locale } from '@app/contracts';
import { activeLocale, i18nFor } from '../../shared/i18n/i18n';
import { ApiFailure, isApiError, type ApiError, type ClientErrorCode } from './api-error';

type Known = Exclude<ErrorCode | ClientErrorCode, 'UNKNOWN'>;

// The typed key makes this exhaustive: a code without a text in errors.json does not compile.
const codeText = (code: Known, locale: Locale): string => i18nFor(locale).t(`codes.${code}`, { ns: 'errors' });

/** For answers without a code of ours: by status, else the server's own sentence. */
function statusText({ status, message }: ApiError, locale: Locale, fallback: string): string {
  if (status === 403) return codeText('PLAN_LIMIT', locale);
  if (status === 404) return codeText('NOT_FOUND', locale);
  if (status === 429) return codeText('RATE_LIMITED', locale);
  if (status >= 500) return codeText('INTERNAL_ERROR', locale);
  return message || fallback;
}

const unwrap = (error: unknown): unknown => (error instanceof ApiFailure ? error.error : error);

/**
 * What a person reads about a failure, thrown or returned, in the language of the page.
 * @param fallback for what neither a code, a status nor the server explains
 */
export function errorText(
  error: unknown,
  locale: Locale = activeLocale(),
  fallback: string = i18nFor(locale).t('requestFailed', { ns: 'errors' }),
): string {
  const told = unwrap(error);
  if (!isApiError(told)) return fallback;
  return told.code === 'UNKNOWN' ? statusText(told, locale, fallback) : codeText(told.code, locale);
}

/** What a page shows of a failure: its words, and the reference for support. */
export function errorProps(error: unknown, locale?: Locale): { text: string; requestId: string | null } {
  const told = unwrap(error);
  return { text: errorText(told, locale), requestId: isApiError(told) ? told.requestId : null };
}
