import { routes } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { faultOf } from './watch-answers.js';

const failure = (code: string): string =>
  JSON.stringify({ success: false, code, message: 'No.', request_id: 'a-request' });
const success = (data: unknown): string => JSON.stringify({ success: true, data });
const { show, generate, download, unshare } = routes.images;

describe('a failure', () => {
  test.each(['NOT_FOUND', 'UNAUTHENTICATED', 'INTERNAL_ERROR'])('with the declared code %s is none of ours', (code) => {
    expect(faultOf(show, 404, failure(code))).toBeNull();
  });

  test.each(['IMAGE_NOT_READY', 'BODY_TOO_LARGE'])(
    'with the code %s, which the call does not declare, is told',
    (code) => {
      expect(faultOf(show, 409, failure(code))).toBe(`${code} is not declared`);
    },
  );

  test('without the envelope is told, of a file too', () => {
    expect(faultOf(show, 404, '{"error":"Not Found"}')).toContain('success');
    expect(faultOf(show, 404, 'Not Found')).toContain('expected object');
    expect(faultOf(download, 410, failure('GONE'))).toContain('code');
  });
});

describe('a success', () => {
  test('as declared is none of ours', () => {
    expect(faultOf(unshare, 200, success(null))).toBeNull();
    expect(faultOf(routes.service.health, 200, success({ database: 'ok' }))).toBeNull();
  });

  test('with another status is told', () => {
    expect(faultOf(generate, 200, success({}))).toBe('another status is declared');
  });

  test('with a field too many or too few is told', () => {
    expect(faultOf(unshare, 200, success({ odd: 1 }))).toContain('data');
    expect(faultOf(show, 200, success({}))).toContain('data.prompt');
  });

  test('that is a file may be anything', () => {
    expect(faultOf(download, 206, 'bytes')).toBeNull();
  });
});
