/** How long an engine has been asked without an answer. Time in which it is asked nothing does not count. */
export class EngineSilence {
  private calls = 0;
  private ms = 0;
  private countedAt = 0;

  begin(): void {
    if (this.calls === 0) this.countedAt = performance.now();
    this.calls += 1;
  }

  /** Answers the milliseconds of silence up to the end of this call. */
  end({ isAnswered }: { isAnswered: boolean }): number {
    const now = performance.now();
    const silentMs = this.ms + now - this.countedAt;
    this.calls -= 1;
    this.ms = isAnswered ? 0 : silentMs;
    this.countedAt = now;
    return silentMs;
  }
}
