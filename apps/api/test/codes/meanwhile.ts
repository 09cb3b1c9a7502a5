import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';

type Handled = ReturnType<CallHandler['handle']>;

/** Does something between the checks of a request and its handler. */
export class Meanwhile implements NestInterceptor {
  private act: (() => unknown) | null = null;

  async intercept(_: ExecutionContext, next: CallHandler): Promise<Handled> {
    await this.act?.();
    return next.handle();
  }

  /** With every request that `work` sends. What `act` throws is what the handler would have thrown. */
  async during<T>(act: () => unknown, work: () => Promise<T>): Promise<T> {
    this.act = act;
    try {
      return await work();
    } finally {
      this.act = null;
    }
  }
}
