import type { TestSandbox } from './sandbox.js';

export type Fields = Record<string, string | Blob | undefined>;
export type StabilityClient = ReturnType<typeof stabilityClient>;

export const formOf = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  return form;
};

export function stabilityClient(sandbox: TestSandbox) {
  const settings = () => {
    const { STABILITY_API_KEY = '', STABILITY_BASE_URL = '' } = sandbox.offers()['stability'] ?? {};
    return { key: STABILITY_API_KEY, url: STABILITY_BASE_URL };
  };
  const send = (body: FormData | URLSearchParams | string, headers: Record<string, string> = {}) =>
    fetch(`${settings().url}/v2beta/stable-image/generate/sd3`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${settings().key}`, accept: 'image/*', ...headers },
    });
  const generate = (fields: Fields = {}, headers: Record<string, string> = {}) =>
    send(formOf({ prompt: 'a lighthouse at dawn', seed: '7', ...fields }), headers);
  const image = async (fields: Fields = {}) => {
    const answer = await generate(fields);
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const fail = async (fields: Fields = {}, headers: Record<string, string> = {}) => {
    const answer = await generate(fields, headers);
    return { status: answer.status, header: (name: string) => answer.headers.get(name), body: await answer.json() };
  };
  const balance = async () => {
    const headers = { authorization: `Bearer ${settings().key}` };
    return (await (await fetch(`${settings().url}/v1/user/balance`, { headers })).json()) as { credits: number };
  };
  return { settings, send, generate, image, fail, balance };
}
