export interface ConventionalSettings {
  databaseUrl: string;
  secret: string;
}

export interface ConventionalReady {
  port: number;
}
