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

describe('the block at the end of a start', () => {
  it('says where it is, which engine paints, how to sign in, where mails and data are, and how to stop', () => {
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

  it('says where pictures lie, if not with everything else', () => {
    const facts = { usesSandbox: { signIn: true, mail: true }, engines: ['one'], ...rest };
    expect(startBlock(product, { ...facts, pictures: 'in a bucket' })).toContain('Pictures      in a bucket');
    expect(startBlock(product, facts)).not.toContain('Pictures');
  });

  it('names the page that describes the API where it is served', () => {
    const facts = { usesSandbox: { signIn: true, mail: true }, engines: ['one'], ...rest };
    expect(startBlock(product, { ...facts, docs: 'http://localhost:3000/api/docs' })).toContain(
      'localhost:3000/api/docs',
    );
    expect(startBlock(product, facts)).not.toContain('api/docs');
  });

  it('does not speak of a sandbox that is not there', () => {
    const usesSandbox = { signIn: false, mail: false };
    const block = startBlock({ ...product, sandbox: undefined }, { usesSandbox, engines: ['one'], ...rest });
    expect(block).not.toMatch(/sandbox|inbox/i);
    expect(block).toContain('your Google or GitHub account');
  });
});
