// The certificate library needs it to be there before itself.
import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from 'node:crypto';
import { z } from 'zod';
import type { SliceOptions } from '../../kit/store.js';

const SigningKey = z.object({ id: z.string(), privateKey: z.string() });
export type SigningKey = z.infer<typeof SigningKey>;

export const signingKeySlice = (makeId: () => string): SliceOptions<SigningKey> => ({
  name: 'paypal-signing-key',
  schema: SigningKey,
  seed: () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    return { id: makeId(), privateKey };
  },
});

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const YEAR_MS = 365 * 86_400_000;

/** @returns the key's certificate, in PEM, as the sandbox serves it under the address of `PAYPAL-CERT-URL` */
export async function issueCertificate({ privateKey }: SigningKey): Promise<string> {
  const secret = createPrivateKey(privateKey);
  const { subtle } = webcrypto;
  const keys = {
    privateKey: await subtle.importKey('pkcs8', secret.export({ type: 'pkcs8', format: 'der' }), ALGORITHM, false, [
      'sign',
    ]),
    publicKey: await subtle.importKey(
      'spki',
      createPublicKey(secret).export({ type: 'spki', format: 'der' }),
      ALGORITHM,
      true,
      ['verify'],
    ),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=messageverificationcerts.sandbox.paypal.com, O=Sandbox',
    notBefore: new Date(Date.now() - YEAR_MS),
    notAfter: new Date(Date.now() + 10 * YEAR_MS),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  return certificate.toString('pem');
}
