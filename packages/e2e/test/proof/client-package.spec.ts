import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_KEY_SCOPES, type BatchWithRows, type GalleryItem, type NewApiKey, type Paged } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { linkClient, readQuickStarts, runQuickStart } from '../../src/quick-starts.js';

const run = promisify(execFile);

test('the package that the installation serves installs in an empty folder as the page says, and generates', async ({
  open,
  newUser,
}) => {
  const user = await newUser({ plan: 'pro', credits: 50 });
  const { page } = await open.asUser(user);
  await page.goto('/api');
  const { programs, installs } = await readQuickStarts(page);
  const { key } = await user.call<NewApiKey>('POST', '/api-keys', { name: 'package', scopes: [...API_KEY_SCOPES] });

  const folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  // `--global` means this folder.
  const env = { ...process.env, npm_config_prefix: folder, npm_config_update_notifier: 'false' };
  expect(installs).toHaveLength(2);
  for (const install of installs) await run('bash', ['-c', install], { cwd: folder, env });
  for (const program of programs.filter(({ image }) => image === 'fox.png')) {
    const { output, image } = await runQuickStart(program, { folder, key });
    expect([program.file, output, image?.subarray(1, 4).toString()]).toEqual([program.file, expect.anything(), 'PNG']);
  }
  await rm(folder, { recursive: true });
});

test('every command answers by the real API', async ({ product, newUser }) => {
  const user = await newUser({ plan: 'pro', credits: 50 });
  const { key } = await user.call<NewApiKey>('POST', '/api-keys', { name: 'commands', scopes: [...API_KEY_SCOPES] });
  const folder = await mkdtemp(join(tmpdir(), 'commands-'));
  await linkClient(folder);
  const env = { ...process.env, LUMINA_URL: product.running.url, LUMINA_API_KEY: key };
  const lumina = async (...args: string[]) =>
    (await run(join(folder, 'bin', 'lumina'), args, { cwd: folder, env })).stdout;

  await writeFile(join(folder, 'prompts.csv'), 'prompt,style,seed\n"a fox, red",anime,7\nan owl,,\n');
  const batch = JSON.parse(await lumina('batch', 'run', 'prompts.csv', '-o', 'out', '--json')) as BatchWithRows;
  expect(batch.rows.map(({ prompt, style, status }) => [prompt, style, status])).toEqual([
    ['a fox, red', 'anime', 'completed'],
    ['an owl', 'enhance', 'completed'],
  ]);
  expect(await readdir(join(folder, 'out'))).toEqual(['001-1.png', '002-1.png']);

  const images = JSON.parse(await lumina('images', '--style', 'anime', '--json')) as Paged<GalleryItem>;
  expect(images.data.map(({ prompt }) => prompt)).toEqual(['a fox, red']);
  await lumina('download', images.data[0]?.id ?? '', '--format', 'jpeg', '-o', 'fox.jpg');
  expect(await readdir(folder)).toContain('fox.jpg');
  expect(await lumina('credits')).toContain('plan "pro"');
  expect(await lumina('models')).toContain('sd3.5-medium');
  await expect(lumina('generate', 'a fox', '--style', 'cubist')).rejects.toThrow(/VALIDATION_FAILED[^]*style: /);
  await rm(folder, { recursive: true });
});
