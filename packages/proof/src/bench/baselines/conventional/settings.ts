export interface ConventionalSettings {
  databaseUrl: string;
  /** Of access tokens. */
  secret: string;
}

export interface ConventionalReady {
  port: number;
}
