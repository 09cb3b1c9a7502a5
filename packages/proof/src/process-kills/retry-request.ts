import type { ApiResponse } from '@app/e2e/api-client';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 1_000;

interface WantedAnswer {
  /** Names the request in violations. */
  what: string;
  status: number;
  violations: string[];
}

/** Repeats a request until it is answered; 503 and no answer are the only ones that a fault may cause. */
export async function retryRequest(send: () => Promise<ApiResponse>, wanted: WantedAnswer): Promise<ApiResponse> {
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer?.status === wanted.status) return answer;
    if (answer && answer.status !== 503) {
      wanted.violations.push(`${wanted.what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    await sleep(PAUSE_MS);
  }
}
