import { createNoise2D } from 'simplex-noise';
import { stream } from './random.js';

export type Noise = (x: number, y: number) => number;

/** Simplex noise in -1..1, its table drawn from the stream of that purpose. */
export const noiseFor = (seed: number, purpose: string): Noise => createNoise2D(stream(seed, `noise/${purpose}`));

/** Sum of octaves, about -1..1. */
export function fbm(noise: Noise, x: number, y: number, octaves: number, gain = 0.5): number {
  let sum = 0;
  let amplitude = 1;
  let total = 0;
  let frequency = 1;
  for (let i = 0; i < octaves; i++) {
    sum += amplitude * noise(x * frequency + i * 17.3, y * frequency - i * 9.1);
    total += amplitude;
    amplitude *= gain;
    frequency *= 2.03;
  }
  return sum / total;
}

/** Octaves of folded noise: sharp crests, 0..1. */
export function ridged(noise: Noise, x: number, y: number, octaves: number): number {
  let sum = 0;
  let amplitude = 0.5;
  let frequency = 1;
  let weight = 1;
  for (let i = 0; i < octaves; i++) {
    const n = 1 - Math.abs(noise(x * frequency + i * 31.7, y * frequency + i * 7.9));
    const crest = n * n * weight;
    sum += crest * amplitude;
    weight = Math.min(1, crest * 1.6);
    amplitude *= 0.5;
    frequency *= 2.1;
  }
  return Math.min(1, sum);
}
