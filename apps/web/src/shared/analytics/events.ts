import type { OAuthProvider, Quality, Size, Style } from '@app/contracts';

/** Everything that is ever measured. No field may carry a prompt, an e-mail address or a token. */
export interface AnalyticsEvents {
  login: { method: OAuthProvider };
  generate_image: { style: Style; size: Size; quality: Quality };
  download_image: { format: string };
  favorite_image: { action: 'add' | 'remove' };
  purchase: { plan: string; value: number; currency: string };
  exception: { description: string; fatal: boolean };
}

export interface PageView {
  /** The pattern of the page (`/shared/:token`), never its address. */
  path: string;
  title: string;
  language: string;
}

/** Where measurements go. */
export interface AnalyticsPort {
  pageView: (view: PageView) => void;
  event: <N extends keyof AnalyticsEvents>(name: N, values: AnalyticsEvents[N]) => void;
}
