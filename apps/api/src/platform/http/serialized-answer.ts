/** An answer whose `data` is JSON text already, as Postgres makes it: sent as it is, not parsed and serialised again. */
export class SerializedAnswer {
  constructor(readonly text: string) {}

  get body(): string {
    return `{"success":true,"data":${this.text}}`;
  }
}
