import type { TestSandbox } from './sandbox.js';

interface Answer {
  images: string[];
  parameters: object;
  info: string;
}
export interface WebuiProgress {
  progress: number;
  state: { job_count: number; job_no: number; sampling_step: number; sampling_steps: number; interrupted: boolean };
  current_image: string | null;
}

export type WebuiClient = ReturnType<typeof webuiClient>;

export function webuiClient(sandbox: TestSandbox) {
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/webui/sdapi/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const send = (fields: object = {}) => call('txt2img', { prompt: 'a lighthouse', seed: 7, steps: 20, ...fields });
  const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
  const generate = async (fields: object = {}) => {
    const { images, info, parameters } = await read<Answer>(send(fields));
    const details = JSON.parse(info) as {
      seed: number;
      all_seeds: number[];
      sd_model_name: string;
      infotexts: string[];
    };
    return { images: images.map((image) => Buffer.from(image, 'base64')), info: details, parameters };
  };
  const progress = () => read<WebuiProgress>(call('progress'));
  const until = async (wanted: (now: WebuiProgress) => boolean): Promise<WebuiProgress> => {
    for (;;) {
      const now = await progress();
      if (wanted(now)) return now;
    }
  };
  return { call, send, read, generate, progress, until };
}
