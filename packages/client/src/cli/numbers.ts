import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function countOption(text: string): number {
  const count = wholeNumber(text);
  if (count < 1) throw new InvalidArgumentError('It must be at least 1.');
  return count;
}
