import { describe, expect, it } from '@jest/globals';
import { csvRecord } from './csv.js';

describe('a CSV record', () => {
  it('quotes cells with separators, quotes and line breaks', () => {
    expect(csvRecord(['a', 'b,c', 'say "x"', 'two\nlines', ''])).toBe('a,"b,c","say ""x""","two\nlines",\r\n');
  });

  it('never starts a cell with a character that a spreadsheet reads as a formula', () => {
    expect(csvRecord(['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '=HYPERLINK("http://a","b")'])).toBe(
      `'=1+1,'+1,'-1+1,'@SUM(A1),'\tx,"'=HYPERLINK(""http://a"",""b"")"\r\n`,
    );
    expect(csvRecord(['＝1+1', '＋1', '－1', '＠x'])).toBe(`'＝1+1,'＋1,'－1,'＠x\r\n`);
    expect(csvRecord(['-12.5', '12.5'])).toBe('-12.5,12.5\r\n');
  });
});
