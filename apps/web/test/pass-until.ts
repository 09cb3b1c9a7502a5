import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const realTimeout = setTimeout;

/** Lets a held clock go on until something is so; answers of the server still take a turn. */
export async function passUntil(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !isSo(); turn += 1) {
    await act(() => jest.advanceTimersByTimeAsync(500));
    await act(() => new Promise<void>((resolve) => realTimeout(resolve, 1)));
  }
}
