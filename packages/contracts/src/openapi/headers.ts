const text = { schema: { type: 'string' } };
const whole = { schema: { type: 'integer', minimum: 0 } };

/** Headers of answers, by the names under which the document refers to them. */
export const ANSWER_HEADERS = {
  'X-Request-Id': { description: 'Names this request in logs', ...text },
  'RateLimit-Limit': { description: 'Requests a minute of the account by all its keys', ...whole },
  'RateLimit-Remaining': { description: 'What is left of them', ...whole },
  'RateLimit-Reset': { description: 'Seconds until all of them are there again', ...whole },
  'Retry-After': { description: 'Seconds to wait', ...whole },
  ETag: { description: 'Changes with the bytes', ...text },
  'Content-Disposition': { description: 'A telling file name', ...text },
  'Accept-Ranges': { description: 'Present where parts can be asked for', ...text },
  'Content-Range': { description: 'Which part this is', ...text },
};
type AnswerHeader = keyof typeof ANSWER_HEADERS;

export const headerRefs = (names: readonly AnswerHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
