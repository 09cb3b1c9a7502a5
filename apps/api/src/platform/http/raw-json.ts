/** JSON that Postgres wrote already; it goes into the envelope without being parsed and written again. */
export class RawJson {
  constructor(readonly text: string) {}

  /** The whole body of the answer. */
  get body(): string {
    return `{"success":true,"data":${this.text}}`;
  }
}
