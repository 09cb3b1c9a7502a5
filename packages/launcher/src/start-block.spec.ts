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

describe('the block at the end of a start', () => {
  it('says where it is, which engine paints, how to sign in, where mails and data are, and how to stop', () => {
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

  it('says where pictures lie, if not with everything else', () => {
    const facts = { usesSandbox: { signIn: true, mail: true }, engines: ['one'], stop: 'Ctrl-C' };
    expect(startBlock(product, { ...facts, pictures: 'in a bucket' })).toContain('Pictures      in a bucket');
    expect(startBlock(product, facts)).not.toContain('Pictures');
  });

  it('does not speak of a sandbox that is not there', () => {
    const usesSandbox = { signIn: false, mail: false };
    const block = startBlock({ ...product, sandbox: undefined }, { usesSandbox, engines: ['one'], stop: 'Ctrl-C' });
    expect(block).not.toMatch(/sandbox|inbox/i);
    expect(block).toContain('your Google or GitHub account');
  });
});
