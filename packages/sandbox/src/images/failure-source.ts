import { createHash } from 'node:crypto';
import type { Failures } from '../kit/failures.js';

const REMEMBERED = 2000;
const KEYWORD = /#([a-z]+)(?:\/(\d{1,3})|\*(\d{1,3}))?/g;

interface ImageRequest {
  prompt: string;
  seed: number;
  method: string;
}

/**
 * `#cut` in a prompt always fails; `#cut/4` fails for seeds divisible by 4; `#cut*2` fails twice for a prompt and seed.
 */
export class FailureSource<K extends string> {
  private readonly attempts = new Map<string, number>();

  constructor(
    private readonly failures: Failures,
    private readonly provider: string,
    private readonly kinds: readonly K[],
  ) {}

  next(request: ImageRequest): K | undefined {
    return this.failures.take(this.provider, this.kinds, request.method) ?? this.keywordIn(request);
  }

  reset(): void {
    this.attempts.clear();
  }

  private keywordIn({ prompt, seed }: ImageRequest): K | undefined {
    for (const [, word, divisor, times] of prompt.matchAll(KEYWORD)) {
      const kind = this.kinds.find((known) => known === word);
      if (kind === undefined) continue;
      if (divisor !== undefined && seed % Number(divisor) !== 0) continue;
      if (times !== undefined && this.attempt(`${prompt}\n${seed}`) > Number(times)) continue;
      return kind;
    }
    return undefined;
  }

  private attempt(subject: string): number {
    const key = createHash('sha256').update(subject).digest('base64url');
    const count = (this.attempts.get(key) ?? 0) + 1;
    this.attempts.delete(key);
    this.attempts.set(key, count);
    for (const oldest of this.attempts.keys()) {
      if (this.attempts.size <= REMEMBERED) break;
      this.attempts.delete(oldest);
    }
    return count;
  }
}
