export const ENGINES = ['studio', 'stability', 'webui'] as const;
export type EngineId = (typeof ENGINES)[number];
