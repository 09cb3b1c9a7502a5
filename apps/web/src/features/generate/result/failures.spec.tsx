import { describe, expect, it } from '@jest/globals';
import { GENERATION_ERROR_CODES } from '@app/contracts';
import { screen } from '@testing-library/react';
import { generation, image } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { USER, startServer } from '../../../../test/server';
import en from '../../../locales/en/work.json';
import zh from '../../../locales/zh/work.json';
import { PollingErrorBanner } from './polling-error-banner';
import { FailedPreview } from './previews/failed-preview';

startServer();
const NAMESPACES = ['generate', 'work'] as const;
const REASONS = GENERATION_ERROR_CODES.filter((code) => code !== 'CANCELLED');

const showFailed = (part: Parameters<typeof image>[0], locale: 'en' | 'zh' = 'en') =>
  renderPart(<FailedPreview generation={generation({ status: 'failed' })} image={image(part)} />, {
    user: USER,
    locale,
    namespaces: NAMESPACES,
  });

describe('an image that was not made', () => {
  it.each(REASONS)('for %s says why, what to do next, and that its credits are back', async (error_code) => {
    await showFailed({ status: 'failed', error_code });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(`${en.failures[error_code]} ${en.next[error_code]}`);
    expect(alert).toHaveTextContent('3.5 credits returned');
  });

  it.each(REASONS)('for %s says so in Chinese', async (error_code) => {
    await showFailed({ status: 'failed', error_code }, 'zh');
    expect(screen.getByRole('alert')).toHaveTextContent(`${zh.failures[error_code]}${zh.next[error_code]}`);
  });

  it('among several that all failed says what came back for all of them', async () => {
    const images = [1, 2].map((seed) => image({ id: `image-${seed}`, status: 'failed', error_code: 'ENGINE_TIMEOUT' }));
    const whole = generation({ status: 'failed', count: 2, generated_images: images, credits_returned: 7 });
    await renderPart(<FailedPreview generation={whole} image={image({ status: 'failed' })} />, {
      user: USER,
      namespaces: NAMESPACES,
    });
    expect(screen.getByRole('alert')).toHaveTextContent('7 credits returned');
  });

  it.each([
    ['en', 'Image generation failed, please try again'],
    ['zh', '图片生成失败，请重试'],
  ] as const)('for no known reason is told in %s in general words', async (locale, text) => {
    await showFailed({ status: 'failed' }, locale);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('for a reason that only the server knows is told in its words', async () => {
    await showFailed({ status: 'failed', error_message: 'The kiln is cold.' });
    expect(screen.getByText('The kiln is cold.')).toBeVisible();
  });
});

describe('a generation whose state is not known', () => {
  const showUnknown = (error: 'timeout' | 'check-failed', locale: 'en' | 'zh') =>
    renderPart(<PollingErrorBanner error={error} />, { user: USER, locale, namespaces: NAMESPACES });

  it.each([
    ['en', 'Failed to check generation status', /^We check again every few.* its credits return automatically/],
    ['zh', '查询生成状态失败', /^我们会每隔几秒.*积分会自动退回/],
  ] as const)('is checked again after a failed check, as %s says', async (locale, title, credits) => {
    await showUnknown('check-failed', locale);
    expect(screen.getByRole('alert')).toHaveTextContent(title);
    expect(screen.getByText(credits)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    [
      'en',
      'Generation timeout, please try again',
      /^The image may still.* its credits return automatically/,
      '/gallery',
    ],
    ['zh', '生成超时，请重试', /^图片稍后.*积分会自动退回/, '/zh/gallery'],
  ] as const)('leads to the gallery after the last check (%s)', async (locale, title, credits, gallery) => {
    await showUnknown('timeout', locale);
    expect(screen.getByRole('alert')).toHaveTextContent(title);
    expect(screen.getByText(credits)).toBeVisible();
    expect(screen.getByRole('link')).toHaveAttribute('href', gallery);
  });
});
