import type { GenerationErrorCode, Locale } from '@app/contracts';

/**
 * Why a picture was not delivered and what that means for the person's credits. A picture that is not delivered always
 * gives its credits back in the transaction that closes it, so that the texts may say so.
 */
const FAILURE_TEXTS: Record<GenerationErrorCode, Record<Locale, string>> = {
  ENGINE_FAILED: {
    en: 'The image engine could not make this picture. Its credits are back in your balance.',
    zh: '图像引擎没能画出这张图，所用积分已退回。',
  },
  ENGINE_TIMEOUT: {
    en: 'The image engine took too long. The credits for this picture are back in your balance.',
    zh: '图像引擎迟迟没有响应，这张图的积分已退回。',
  },
  ENGINE_BUSY: {
    en: 'The image engine is overloaded right now. The credits for this picture are back in your balance; please try again shortly.',
    zh: '图像引擎目前太繁忙，这张图的积分已退回，请稍后再试。',
  },
  ENGINE_UNAVAILABLE: {
    en: 'The image engine cannot be reached right now. The credits for this picture are back in your balance.',
    zh: '暂时连不上图像引擎，这张图的积分已退回。',
  },
  CONTENT_REJECTED: {
    en: 'The image engine declined this description. You were not charged; please reword it and try again.',
    zh: '图像引擎拒绝了这段描述，没有扣除积分，请换个说法再试。',
  },
  IMAGE_INVALID: {
    en: 'The image engine delivered a damaged picture, so we did not accept it. Its credits are back in your balance.',
    zh: '图像引擎交来的图片已损坏，我们没有收下，所用积分已退回。',
  },
  STORAGE_FAILED: {
    en: 'The picture was made but could not be saved. Its credits are back in your balance.',
    zh: '图片画好了却没能保存下来，所用积分已退回。',
  },
  DEADLINE_EXCEEDED: {
    en: 'The picture was not ready in time. Its credits are back in your balance.',
    zh: '图片没能按时完成，所用积分已退回。',
  },
  CANCELLED: {
    en: 'You took this request back. Its credits are back in your balance.',
    zh: '你已撤回这次请求，积分已退回。',
  },
};

/** The sentence for a code that a row carries; null where nothing failed. */
export const failureText = (code: GenerationErrorCode | null, locale: Locale): string | null =>
  code === null ? null : FAILURE_TEXTS[code][locale];
