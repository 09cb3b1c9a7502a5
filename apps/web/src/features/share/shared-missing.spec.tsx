import { describe, expect, it, jest } from '@jest/globals';
import type { ErrorCode } from '@app/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../test/render-part';
import { clientError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { SharedMissing, isLinkOver } from './shared-missing';

const failureOf = (code: ErrorCode | 'NETWORK') => ({ ...clientError('UNKNOWN', 500), code, requestId: 'req_9' });

async function show(code: ErrorCode | 'NETWORK', retrying = false) {
  const onRetry = jest.fn<() => void>();
  await renderPart(<SharedMissing failure={failureOf(code)} retrying={retrying} onRetry={onRetry} />, {
    user: null,
    namespaces: ['sharing'],
  });
  return onRetry;
}

describe('a link whose image cannot be shown any more', () => {
  it.each([
    ['VALIDATION_FAILED', 'This link is not valid', /^Part of it may be missing\./],
    ['NOT_FOUND', 'Not found or expired', /^The image is no longer shared/],
    ['SHARE_EXPIRED', 'This link has expired', /^Share links work for 7 days\./],
    ['FILE_LOST', 'The file of this image was lost', /^Your link is fine/],
  ] as const)('because of %s says "%s", and leads to the start', async (code, title, text) => {
    await show(code);
    expect(isLinkOver(failureOf(code))).toBe(true);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Make your own' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('an image that could only not be loaded now', () => {
  it.each(['NETWORK', 'SERVICE_UNAVAILABLE'] as const)('(%s) is tried again', async (code) => {
    const onRetry = await show(code);
    expect(isLinkOver(failureOf(code))).toBe(false);
    expect(screen.getByRole('heading', { level: 1, name: 'The image could not be loaded' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(errorText(failureOf(code), 'en'));
    expect(screen.getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('is not tried twice at once', async () => {
    await show('NETWORK', true);
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-busy', 'true');
  });
});
