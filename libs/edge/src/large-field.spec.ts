import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { readLargeJson } from './http-edge.js';
import { splitLargeField } from './large-field.js';

const split = (text: string) => {
  const { rest, value } = splitLargeField(Buffer.from(text), 'content');
  return { rest: rest.toString('utf8'), value: value?.toString('utf8') ?? null };
};
const value = (content: string) => split(`{"content":"${content}"}`).value;

describe('splitLargeField', () => {
  it('takes the string of the field out of the body and leaves everything else as it was sent', () => {
    expect(split('{ "a" : 1, "content"\n: "سلام", "b": ["content", {"content": "x"}] }')).toEqual({
      rest: '{ "a" : 1, "content"\n: "", "b": ["content", {"content": "x"}] }',
      value: 'سلام',
    });
    expect(split('{"a":"\\"content\\":\\"x\\"","cont\\u0065nt":"y"}').value).toBe('y');
  });

  it('leaves a field that is absent, nested, repeated or no string to the parser of the rest', () => {
    for (const body of ['{"a":"content"}', '[{"content":"x"}]', '{"content":1}', '"content"', '{"content":"open', ''])
      expect(split(body)).toEqual({ rest: body, value: null });
    expect(split('{"content":"a","content":"b"}').rest).toBe('{"content":"","content":""}');
  });

  it('replaces escape sequences as JSON.parse does, wherever a long string is divided', () => {
    expect(value('a\\/b\\n\\"\\\\')).toBe('a/b\n"\\');
    for (const unit of ['\\u0633', '\\ud83d\\ude00', '😀\\n', 'س\\\\'])
      for (const offset of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx', 'xxxxxx']) {
        const escaped = offset + unit.repeat(20_000);
        expect(value(escaped)).toBe(JSON.parse(`"${escaped}"`));
      }
  });

  it.each([
    ['\\u0000', 'NUL'],
    ['\\ud83d', 'surrogate'],
    ['\\x', 'not JSON'],
    ['a\nb', 'not JSON'],
    ['\\u00', 'not JSON'],
  ])('rejects %j', (content, reason) => {
    expect(() => value(content)).toThrow(
      expect.objectContaining({ code: 'request.malformed', params: { reason: expect.stringContaining(reason) } }),
    );
  });

  it('rejects bytes that are not UTF-8', () => {
    const body = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xc3]), Buffer.from('"}')]);
    expect(() => splitLargeField(body, 'content')).toThrow(expect.objectContaining({ code: 'request.malformed' }));
  });
});

describe('readLargeJson', () => {
  it('shows how large the string is in the body that is recorded', async () => {
    const server = fastify();
    const recorded: string[] = [];
    readLargeJson(
      server,
      { field: 'content', bytes: 1_000, depth: 10 },
      { onValue: () => undefined, onBody: (_request, body) => recorded.push(Buffer.from(body).toString()) },
    );
    server.post('/', ({ body }) => body);
    const send = (payload: object) => server.inject({ method: 'POST', url: '/', payload });
    expect((await send({ a: 1, content: 'سلام', b: 2 })).json()).toEqual({ a: 1, content: '', b: 2 });
    await send({ a: 1 });
    expect(recorded).toEqual(['{"a":1,"content":"(8 bytes, not shown)","b":2}', '{"a":1}']);
  });
});
