import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SANDBOX_ONLY } from './config.js';
import { environmentSchema } from './environment.js';

interface Service {
  ports?: string[];
  volumes?: string[];
  env_file?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[] };
}
interface Deployment {
  services: Record<string, Service>;
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>;
}

const read = (file: string): string => readFileSync(join(process.cwd(), '..', '..', 'docker', file), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

const example = read('.env.example');
const compose = read('compose.yaml');
const offered = namesIn(example, /^(?:# )?([A-Z][A-Z0-9_]+)=/gm);
/** By the image, or by the block of the API in compose.yaml; the operator has nothing to say. */
const given = [
  ...namesIn(read('api.Dockerfile'), /^(?:ENV )? *([A-Z][A-Z0-9_]+)=/gm),
  ...namesIn(compose.slice(compose.indexOf('x-api:'), compose.indexOf('services:')), /^ {4}([A-Z][A-Z0-9_]+): /gm),
];
const notInProduction: string[] = [...SANDBOX_ONLY, 'APP_MODE', 'API_DOCS', 'FAIL_POINTS_DIR', 'WEBHOOK_TEST_NETWORK'];

test('every setting that production may have is offered to the operator, or given by image and compose file', () => {
  const known = new Set([...offered, ...given]);
  const wanted = Object.keys(environmentSchema.shape).filter((name) => !notInProduction.includes(name));
  expect(wanted.filter((name) => !known.has(name))).toEqual([]);
});

test('ports are published for IPv4 alone, like the network: Docker would hand on IPv6 with an address of its own', () => {
  const { services, networks } = parse(compose, { merge: true }) as Deployment;
  expect(Object.values(networks).map((network) => network.ipam.config.map(({ subnet }) => subnet))).toEqual([
    [expect.stringMatching(/^[\d.]+\/\d+$/)],
  ]);
  const ports = Object.values(services).flatMap((service) => service.ports ?? []);
  expect(ports.length).toBeGreaterThan(0);
  expect(ports.filter((port) => !port.startsWith('0.0.0.0:'))).toEqual([]);
});

test('docker/check.sh has a stand-in for every image that is fetched', () => {
  const major = namesIn(read('check.sh'), /^NODE_MAJOR=(\d+)$/gm)[0] ?? '';
  const check = ['tools.sh', 'containers.sh', 'compose.sh'].map((file) => read(`check/${file}`)).join('');
  const standIns = namesIn(check.replaceAll('$NODE_MAJOR', major), /docker\.io\/(?:library\/)?([\w/.:-]+)/g);
  const fetched = [
    ...namesIn(compose, /^ {4}image: ([\w/.:-]+)$/gm),
    ...['api', 'web'].flatMap((name) => namesIn(read(`${name}.Dockerfile`), /^FROM (\S+)/gm)),
  ];
  expect(fetched.length).toBeGreaterThan(5);
  expect(fetched.filter((image) => !standIns.includes(image))).toEqual([]);
});

test('nginx may open as many files as its connections need, whatever limit a container begins with', () => {
  const text = read('nginx/nginx.conf');
  const [connections = NaN] = namesIn(text, /^ *worker_connections (\d+);$/gm).map(Number);
  const [files = NaN] = namesIn(text, /^worker_rlimit_nofile (\d+);$/gm).map(Number);
  // A connection, and the file that is sent on it.
  expect(files).toBeGreaterThanOrEqual(2 * connections);
});

test('an update changes no setting of a container, or the next `up` would make it anew', () => {
  const { services } = parse(compose, { merge: true }) as Deployment;
  const reading = Object.values(services).filter((service) => service.env_file);
  expect(reading.length).toBeGreaterThanOrEqual(3);
  for (const { environment } of reading) expect(environment).toMatchObject({ VERSION: '', COMMIT: '' });
});

test('a certificate authority of one’s own lies where Caddy looks for it', () => {
  const { services } = parse(compose, { merge: true }) as Deployment;
  const [folder = ''] = namesIn(example, /(\/\w+)\/[\w.]+\nACME_CA_ROOT=$/gm);
  const mounted = services['caddy']?.volumes?.find((volume) => volume.endsWith(`:${folder}:ro`)) ?? '';
  expect(mounted).toMatch(/^\.\/\w+:/);
  // Docker would make it as root, and no clone would have it.
  expect(read(`${mounted.split(':')[0]}/.gitignore`)).toContain('!.gitignore');
});

test('nginx finds images by the name that the API gives it', () => {
  const { services } = parse(compose, { merge: true }) as Deployment;
  const of = (name: string) => services[name]?.environment?.['X_ACCEL_LOCATION'];
  expect([of('api'), of('web')]).toEqual(['${X_ACCEL_LOCATION-/_images/}', '${X_ACCEL_LOCATION:-/_images/}']);
});

test('whether a worker lives is asked for where no database is read', () => {
  const { services } = parse(compose, { merge: true }) as Deployment;
  expect(services['worker']?.healthcheck?.test?.join(' ')).toContain("fetch('http://127.0.0.1:9100/live')");
});

test('no setting is offered that nothing reads, or that production refuses', () => {
  const used = namesIn(compose, /\$\{([A-Z][A-Z0-9_]+)/g);
  const readable = new Set([...Object.keys(environmentSchema.shape), ...used]);
  expect(offered.filter((name) => !readable.has(name) || notInProduction.includes(name))).toEqual([]);
  expect(used.filter((name) => !offered.includes(name))).toEqual([]);
  expect(new Set(offered).size).toBe(offered.length);
});

test('every offered setting is explained by the line above it', () => {
  const lines = example.split('\n');
  const unexplained = offered.filter((name) => {
    const at = lines.findIndex((line) => new RegExp(`^(# )?${name}=`).test(line));
    return !/^# [A-Z\p{Ll}].{8,}/u.test(lines[at - 1] ?? '') || /^# [A-Z0-9_]+=/.test(lines[at - 1] ?? '');
  });
  expect(unexplained).toEqual([]);
});

test('defaults that the example shows are those of the API', () => {
  const shown = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.+)$/gm)].filter(
    ([, name = '']) => name in environmentSchema.shape,
  );
  for (const [, name = '', value] of shown) {
    if (given.includes(name)) continue;
    const schema = environmentSchema.shape[name as keyof typeof environmentSchema.shape];
    expect({ name, shown: schema.parse(value) }).toEqual({ name, shown: schema.parse(undefined) });
  }
});
