export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Scores = Record<Category, number>;

export interface PageGoals {
  path: string;
  signedIn: boolean;
  goals: Partial<Scores>;
}

const PUBLIC = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Search engines are told to leave these pages out. */
const SIGNED_IN = { performance: 95, accessibility: 100, 'best-practices': 100 };

export const PAGE_GOALS: readonly PageGoals[] = [
  { path: '/', signedIn: false, goals: PUBLIC },
  { path: '/pricing', signedIn: false, goals: PUBLIC },
  { path: '/zh', signedIn: false, goals: PUBLIC },
  { path: '/zh/pricing', signedIn: false, goals: PUBLIC },
  { path: '/generate', signedIn: true, goals: SIGNED_IN },
  { path: '/gallery', signedIn: true, goals: SIGNED_IN },
  { path: '/favorites', signedIn: true, goals: SIGNED_IN },
  { path: '/profile', signedIn: true, goals: SIGNED_IN },
  { path: '/batch', signedIn: true, goals: SIGNED_IN },
];
