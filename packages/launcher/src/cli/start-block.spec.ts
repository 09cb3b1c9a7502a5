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

const rest = { credits: '50 a month', stop: 'Ctrl-C' };

describe('startBlock', () => {
  it('contains address, engines, sign-in, mails, data folder and how to stop', () => {
    const usesSandbox = { signIn: true, mail: true };
    const block = startBlock(product, { usesSandbox, engines: ['the demo engine', 'another engine'], ...rest });
    for (const text of [
      'http://localhost:3000',
      'Image engine  the demo engine',
      '              another engine',
      'sandbox shows accounts',
      'Credits       50 a month',
      '3200/mail',
      '/repo/.data',
      'Ctrl-C',
    ]) {
      expect(block).toContain(text);
    }
  });

  it('contains the image store only if it is external', () => {
    const facts = { usesSandbox: { signIn: true, mail: true }, engines: ['one'], ...rest };
    expect(startBlock(product, { ...facts, imageStore: 'in a bucket' })).toContain('Images        in a bucket');
    expect(startBlock(product, facts)).not.toContain('Images');
  });

  it('names the API page where it is served', () => {
    const facts = { usesSandbox: { signIn: true, mail: true }, engines: ['one'], ...rest };
    expect(startBlock(product, { ...facts, docs: 'http://localhost:3000/api/docs' })).toContain('3000/api/docs');
    expect(startBlock(product, facts)).not.toContain('api/docs');
  });

  it('does not mention a sandbox that does not run', () => {
    const usesSandbox = { signIn: false, mail: false };
    const block = startBlock({ ...product, sandbox: undefined }, { usesSandbox, engines: ['one'], ...rest });
    expect(block).not.toMatch(/sandbox|inbox/i);
    expect(block).toContain('your Google or GitHub account');
  });
});
