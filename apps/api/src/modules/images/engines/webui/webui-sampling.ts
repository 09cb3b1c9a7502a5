import { isSelectableModel } from '@app/contracts';
import type { WebuiSettings } from './webui-server.js';

/** For models that are distilled to few steps without guidance; others come out grey and rough under these. */
const DISTILLED = { models: new Set(['sd3.5-large-turbo', 'sd3.5-flash']), steps: 8, guidance: 1 };
const USUAL = { steps: 28, guidance: 5 };

/** By which checkpoint a model is painted; null: whichever the server has loaded. */
export const checkpointFor = ({ models }: WebuiSettings, model: string): string | null =>
  (isSelectableModel(model) ? models?.[model] : null) ?? null;

/** A turbo model without a checkpoint of its own is painted by one of which nobody knows that it is distilled. */
const samplingOf = (settings: WebuiSettings, model: string): { steps: number; guidance: number } =>
  DISTILLED.models.has(model) && checkpointFor(settings, model) !== null ? DISTILLED : USUAL;

export const stepsFor = (settings: WebuiSettings, model: string): number =>
  settings.steps ?? samplingOf(settings, model).steps;

export const guidanceFor = (settings: WebuiSettings, model: string): number =>
  settings.cfgScale ?? samplingOf(settings, model).guidance;

/** Checkpoints are called by file, by file and hash, by path or by name alone. */
const nameOf = (checkpoint: string): string =>
  checkpoint
    .replace(/\s*\[[^\]]*\]\s*$/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.(safetensors|ckpt|gguf|pt|sft)$/i, '')
    .toLowerCase();

/** Whether what the server says it painted with is certainly not what was asked for. */
export function namesOtherCheckpoint(asked: string, told: { sd_model_name: string; sd_model_hash: string }): boolean {
  if (told.sd_model_name === '' || nameOf(asked) === nameOf(told.sd_model_name)) return false;
  return told.sd_model_hash === '' || !asked.toLowerCase().includes(told.sd_model_hash.toLowerCase());
}
