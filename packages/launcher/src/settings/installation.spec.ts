import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openInstallation } from './installation.js';

let dir: string;
const file = () => join(dir, 'installation.json');

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'installation-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('an installation', () => {
  it('has two different keys of 32 bytes and an id that fits a cookie name', () => {
    const { appSecret, identitySecret, instanceId } = openInstallation(dir);
    expect(Buffer.from(appSecret, 'base64url')).toHaveLength(32);
    expect(Buffer.from(identitySecret, 'base64url')).toHaveLength(32);
    expect(appSecret).not.toBe(identitySecret);
    expect(instanceId).toMatch(/^[a-z0-9]{8}$/);
  });

  it('is the same at every start, and readable by its owner only', () => {
    const first = openInstallation(dir);
    chmodSync(file(), 0o644);
    expect(openInstallation(dir)).toEqual(first);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('differs between folders', () => {
    const other = mkdtempSync(join(tmpdir(), 'installation-'));
    expect(openInstallation(other).appSecret).not.toBe(openInstallation(dir).appSecret);
    rmSync(other, { recursive: true });
  });

  it('is not replaced when its file is damaged', () => {
    writeFileSync(file(), '{"appSecret":"short"}');
    expect(() => openInstallation(dir)).toThrow(/is damaged.*start over: npm start -- --reset$/);
    expect(() => openInstallation(dir, { hasOwnDatabase: true })).toThrow(/is damaged.*empty database/);
    expect(() => openInstallation(dir, { hasOwnDatabase: true })).not.toThrow('--reset');
  });
});
