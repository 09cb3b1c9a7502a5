import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { saveAddress, saveFile } from './save-file';

let clicked: { href: string | null; download: string | null; isOnPage: boolean }[];
const revoked: string[] = [];

beforeEach(() => {
  clicked = [];
  revoked.length = 0;
  jest.useFakeTimers();
  Object.assign(URL, {
    createObjectURL: () => 'blob:http://localhost/1',
    revokeObjectURL: (address: string) => revoked.push(address),
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push({
      href: this.getAttribute('href'),
      download: this.getAttribute('download'),
      isOnPage: document.body.contains(this),
    });
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const links = () => document.querySelectorAll('a').length;

it('a file goes to the downloads under its name, and leaves no link and, a minute later, no memory behind', () => {
  saveFile(new Blob(['x']), 'fox.png');
  expect(clicked).toEqual([{ href: 'blob:http://localhost/1', download: 'fox.png', isOnPage: true }]);
  expect(links()).toBe(0);
  jest.advanceTimersByTime(59_999);
  expect(revoked).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(revoked).toEqual(['blob:http://localhost/1']);
});

it('an address is downloaded under the name that the server gives it, without leaving the page', () => {
  saveAddress('/api/exports/1');
  expect(clicked).toEqual([{ href: '/api/exports/1', download: '', isOnPage: true }]);
  expect(links()).toBe(0);
});
