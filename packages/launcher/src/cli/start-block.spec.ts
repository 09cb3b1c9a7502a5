import { describe, expect, it } from '@jest/globals';
import { startBlock } from './start-block.js';

const product = {
  url: 'http://localhost:3000',
  dataDir: '/repo/.data',
  sandbox: {
    url: 'http://localhost:3200',
    adminPageUrl: 'http://localhost:3200/desk',
    inboxUrl: 'http://localhost:3200/mail',
  },
};

describe('startBlock', () => {
  it('contains address, engines, sign-in, mails, data folder and how to stop', () => {
    const usesSandbox = { signIn: true, mail: true };
    const block = startBlock(product, { usesSandbox, engines: ['the demo engine', 'another engine'], stop: 'Ctrl-C' });
    for (const text of [
      'http://localhost:3000',
      'Image engine  the demo engine',
      '              another engine',
      'sandbox shows accounts',
      '3200/mail',
      '/repo/.data',
      'Ctrl-C',
    ]) {
      expect(block).toContain(text);
    }
  });

  it('contains the image store only if it is external', () => {
    const facts = { usesSandbox: { signIn: true, mail: true }, engines: ['one'], stop: 'Ctrl-C' };
    expect(startBlock(product, { ...facts, imageStore: 'in a bucket' })).toContain('Images        in a bucket');
    expect(startBlock(product, facts)).not.toContain('Images');
  });

  it('does not mention a sandbox that does not run', () => {
    const usesSandbox = { signIn: false, mail: false };
    const block = startBlock({ ...product, sandbox: undefined }, { usesSandbox, engines: ['one'], stop: 'Ctrl-C' });
    expect(block).not.toMatch(/sandbox|inbox/i);
    expect(block).toContain('your Google or GitHub account');
  });
});
