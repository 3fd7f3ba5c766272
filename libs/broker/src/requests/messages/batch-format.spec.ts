import { describe, expect, it } from '@jest/globals';
import {
  answerLine,
  answeringService,
  answersSubject,
  isOneLine,
  parseAnswers,
  parseBatch,
  requestBatch,
  requestLine,
} from './batch-format.js';

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a batch', () => {
  it('has one line per request, with its token, subject, JSON and size in UTF-8', () => {
    const lines = [
      requestLine(1, 'cmd.wallet.wallet.consume', '{"request":{"reference":"فاکتور ۱"}}'),
      requestLine(2, 'qry.wallet.wallet.get', '{"request":{}}'),
    ];
    expect(parseBatch(encoded(requestBatch('ABC123', lines)))).toEqual({
      answerTo: 'ABC123',
      requests: [
        {
          token: '1',
          subject: 'cmd.wallet.wallet.consume',
          text: '{"request":{"reference":"فاکتور ۱"}}',
          bytes: encoded(lines[0]!).length,
        },
        { token: '2', subject: 'qry.wallet.wallet.get', text: '{"request":{}}', bytes: lines[1]!.length },
      ],
    });
  });

  it('leaves out a line without a token or a subject', () => {
    const batch = parseBatch(encoded(requestBatch('ABC123', ['', ' x {}', '1 {}', '2 qry.wallet.wallet.get {}'])));
    expect(batch.requests.map(({ token }) => token)).toEqual(['2']);
    expect(parseAnswers(encoded(['', ' {}', '3', answerLine('4', '{}')].join('\n')))).toEqual([
      { token: 4, text: '{}', bytes: 4 },
    ]);
  });

  it.each(['', '>', 'A.B', '{}'])('is rejected when it names its sender %j', (answerTo) => {
    expect(() => parseBatch(encoded(requestBatch(answerTo, ['1 qry.wallet.wallet.get {}'])))).toThrow(TypeError);
  });

  it('accepts no text with a line break, which would end its line', () => {
    expect([isOneLine('{"a": "\\n"}'), isOneLine('{\n"a": 1}')]).toEqual([true, false]);
  });

  it('is answered on a subject that names the service', () => {
    const subject = answersSubject({ scope: 'i1', service: 'wallet', answerTo: 'ABC123' });
    expect([subject, answeringService(subject)]).toEqual(['i1.ctl.wallet.answers.ABC123', 'wallet']);
  });
});
