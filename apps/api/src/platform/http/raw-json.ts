export class RawJson {
  constructor(readonly text: string) {}

  get body(): string {
    return `{"success":true,"data":${this.text}}`;
  }
}
