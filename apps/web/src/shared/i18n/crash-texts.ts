import type { Locale } from '@app/contracts';

/**
 * Texts that must be there when nothing else can be loaded, not even a language file. That is why they stand in code.
 */
export const CRASH_TEXTS: Record<
  Locale,
  Record<
    | 'updated'
    | 'updatedText'
    | 'offline'
    | 'offlineText'
    | 'missing'
    | 'missingText'
    | 'broken'
    | 'brokenText'
    | 'part'
    | 'reload',
    string
  >
> = {
  en: {
    updated: 'A new version is here',
    updatedText: 'This page was updated while it was open. Reload to continue; your images and credits are safe.',
    offline: 'You are offline',
    offlineText: 'This page was not loaded before. It opens automatically once the network is back.',
    missing: 'This page did not load',
    missingText: 'One of its files did not load. Check your network, then reload; your images and credits are safe.',
    broken: 'This page has stopped working',
    brokenText: 'Something went wrong on our side. Your images and credits are safe.',
    part: 'This part did not load. Your images and credits are safe.',
    reload: 'Reload',
  },
  zh: {
    updated: '页面有新版本',
    updatedText: '页面打开期间，我们更新了版本。刷新后即可继续，图片和积分都不受影响。',
    offline: '网络已断开',
    offlineText: '这个页面还没有加载过，恢复联网后会自动打开。',
    missing: '页面没有加载出来',
    missingText: '有文件没能下载下来。请检查网络后刷新，图片和积分都不受影响。',
    broken: '页面出错了',
    brokenText: '是我们这边出了问题，你的图片和积分都不受影响。',
    part: '这部分没有加载出来，图片和积分都不受影响。',
    reload: '刷新页面',
  },
};
