import { createPrivateKey, createPublicKey, generateKeyPair, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';

/** Empty until the first webhook is signed. */
const SigningKey = z.object({ privateKey: z.string().optional() });
type SigningKey = z.infer<typeof SigningKey>;

export const signingKeySlice: SliceOptions<SigningKey> = {
  name: 'paypal-signing-key',
  schema: SigningKey,
  seed: () => ({}),
};

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const YEAR_MS = 365 * 86_400_000;

export interface Signer {
  /** In PEM. */
  privateKey: string;
  publicKey: string;
}

/** The key that webhooks are signed with. It is made when the first one is, since most sandboxes never send any. */
export class SigningKeys {
  private made: Promise<Signer> | undefined;

  constructor(private readonly state: Slice<SigningKey>) {}

  signer(): Promise<Signer> {
    this.made ??= this.load();
    return this.made;
  }

  /** In PEM, as the sandbox serves it under the address of `PAYPAL-CERT-URL`. */
  async certificate(): Promise<string> {
    // Loaded with the first certificate: it takes longer to load than all the rest of PayPal.
    await import('reflect-metadata');
    const { X509CertificateGenerator } = await import('@peculiar/x509');
    const certificate = await X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: 'CN=messageverificationcerts.sandbox.paypal.com, O=Sandbox',
      notBefore: new Date(Date.now() - YEAR_MS),
      notAfter: new Date(Date.now() + 10 * YEAR_MS),
      signingAlgorithm: ALGORITHM,
      keys: await cryptoKeys(await this.signer()),
    });
    return certificate.toString('pem');
  }

  private async load(): Promise<Signer> {
    const privateKey = this.state.value.privateKey ?? (await makePrivateKey());
    this.state.update((state) => Object.assign(state, { privateKey }));
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
    return { privateKey, publicKey };
  }
}

async function makePrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

/** The pair as the certificate library takes it. */
async function cryptoKeys({ privateKey, publicKey }: Signer) {
  const { subtle } = webcrypto;
  const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  const open = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  return {
    privateKey: await subtle.importKey('pkcs8', secret, ALGORITHM, false, ['sign']),
    publicKey: await subtle.importKey('spki', open, ALGORITHM, true, ['verify']),
  };
}
