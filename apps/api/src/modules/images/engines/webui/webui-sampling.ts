import { isSelectableModel } from '@app/contracts';
import type { WebuiSettings } from './webui-server.js';

/** Models that are distilled to few steps without guidance; others turn grey and rough with these settings. */
const DISTILLED = { models: new Set(['sd3.5-large-turbo', 'sd3.5-flash']), steps: 8, guidance: 1 };
const USUAL = { steps: 28, guidance: 5 };

export const checkpointFor = ({ models }: WebuiSettings, model: string): string | null =>
  (isSelectableModel(model) ? models?.[model] : null) ?? null;

/** Without a configured checkpoint, nothing tells that the loaded one is distilled. */
const samplingOf = (settings: WebuiSettings, model: string): { steps: number; guidance: number } =>
  DISTILLED.models.has(model) && checkpointFor(settings, model) !== null ? DISTILLED : USUAL;

export const stepsFor = (settings: WebuiSettings, model: string): number =>
  settings.steps ?? samplingOf(settings, model).steps;

export const guidanceFor = (settings: WebuiSettings, model: string): number =>
  settings.cfgScale ?? samplingOf(settings, model).guidance;

/** Servers name checkpoints by file, file and hash, path, or name alone. */
const nameOf = (checkpoint: string): string =>
  checkpoint
    .replace(/\s*\[[^\]]*\]\s*$/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.(safetensors|ckpt|gguf|pt|sft)$/i, '')
    .toLowerCase();

export function namesOtherCheckpoint(asked: string, told: { sd_model_name: string; sd_model_hash: string }): boolean {
  if (told.sd_model_name === '' || nameOf(asked) === nameOf(told.sd_model_name)) return false;
  return told.sd_model_hash === '' || !asked.toLowerCase().includes(told.sd_model_hash.toLowerCase());
}
