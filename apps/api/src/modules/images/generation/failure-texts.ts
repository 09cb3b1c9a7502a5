import type { GenerationErrorCode, Locale } from '@app/contracts';

/** The credits of a failed image return in the transaction that closes it, so the texts may say so. */
const FAILURE_TEXTS: Record<GenerationErrorCode, Record<Locale, string>> = {
  ENGINE_FAILED: {
    en: 'The image engine could not make this image. Its credits are back in your balance.',
    zh: '图像引擎没能画出这张图，所用积分已退回。',
  },
  ENGINE_TIMEOUT: {
    en: 'The image engine took too long. The credits for this image are back in your balance.',
    zh: '图像引擎迟迟没有响应，这张图的积分已退回。',
  },
  ENGINE_BUSY: {
    en: 'The image engine is overloaded right now. The credits for this image are back in your balance; please try again shortly.',
    zh: '图像引擎目前繁忙，这张图的积分已退回，请稍后再试。',
  },
  ENGINE_UNAVAILABLE: {
    en: 'The image engine cannot be reached right now. The credits for this image are back in your balance.',
    zh: '暂时连不上图像引擎，这张图的积分已退回。',
  },
  CONTENT_REJECTED: {
    en: 'The image engine declined this prompt. You were not charged; please reword it and try again.',
    zh: '图像引擎拒绝了这条提示词，没有扣除积分，请换个说法再试。',
  },
  IMAGE_INVALID: {
    en: 'The image engine delivered a damaged image, so we did not accept it. Its credits are back in your balance.',
    zh: '图像引擎返回的图片已损坏，无法使用，所用积分已退回。',
  },
  STORAGE_FAILED: {
    en: 'The image was made but could not be saved. Its credits are back in your balance.',
    zh: '图片画好了却没能保存下来，所用积分已退回。',
  },
  DEADLINE_EXCEEDED: {
    en: 'The image was not ready in time. Its credits are back in your balance.',
    zh: '图片没能按时完成，所用积分已退回。',
  },
  CANCELLED: {
    en: 'You cancelled this one. Its credits are back in your balance.',
    zh: '你已取消这次生成，积分已退回。',
  },
};

export const failureText = (code: GenerationErrorCode | null, locale: Locale): string | null =>
  code === null ? null : FAILURE_TEXTS[code][locale];
