export interface LoggedRequest {
  at: string;
  provider: string;
  method: string;
  /** With the query; secrets are redacted. */
  path: string;
  /** 0: no response was sent. */
  status: number;
  durationMs: number;
  detail?: Record<string, unknown>;
}

const KEPT = 200;
const SECRET_PARAMETERS = ['access_token', 'client_secret', 'code', 'code_verifier', 'X-Amz-Signature'];

export class RequestLog {
  private readonly entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.entries.unshift({ ...entry, path: withoutSecrets(entry.path) });
    this.entries.length = Math.min(this.entries.length, KEPT);
  }

  list(provider?: string): LoggedRequest[] {
    return this.entries.filter((entry) => provider === undefined || entry.provider === provider);
  }

  reset(): void {
    this.entries.length = 0;
  }
}

function withoutSecrets(path: string): string {
  const [pathname = '', query] = path.split('?', 2);
  if (query === undefined) return pathname;
  const parameters = new URLSearchParams(query);
  for (const name of SECRET_PARAMETERS) {
    if (parameters.has(name)) parameters.set(name, '***');
  }
  return `${pathname}?${parameters.toString()}`;
}
