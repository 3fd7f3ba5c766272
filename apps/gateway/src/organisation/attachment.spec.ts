import { describe, expect, it } from '@jest/globals';
import { attachmentHeaders, fileName, servedType } from './attachment.js';

describe('fileName', () => {
  it.each([
    ['فاکتور ۱۲۳', 'application/pdf', 'فاکتور ۱۲۳.pdf'],
    ['report.pdf', 'application/pdf', 'report.pdf'],
    ['invoice\u202Efdp.exe', 'application/pdf', 'invoice fdp.exe.pdf'],
    ['../../etc/passwd', 'text/plain', 'etc passwd.txt'],
    ['..\\..\\windows\\system.ini', 'text/plain', 'windows system.ini.txt'],
    ['a\r\nSet-Cookie: x=1', 'text/plain', 'a Set-Cookie x=1.txt'],
    ['CON', 'text/plain', '_CON.txt'],
    ['nul.txt', 'text/plain', '_nul.txt'],
    ['.htaccess', 'text/plain', 'htaccess.txt'],
    ['\u200F\u2066 \u2069', 'image/png', 'file.png'],
    ['page.html', 'text/html', 'page.html'],
    ['😀'.repeat(200), 'image/png', `${'😀'.repeat(120)}.png`],
  ])('names %j of type %s %j', (title, type, expected) => {
    expect(fileName(title, type)).toBe(expected);
  });
});

describe('attachmentHeaders', () => {
  it('always sends an attachment in a sandbox, and HTML as plain text', () => {
    const headers = attachmentHeaders('فاکتور"; filename="x.exe', 'text/html');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+\.html"; filename\*=UTF-8''/);
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it.each([
    ['text/html', Buffer.from('<p>سلام'), 'text/plain; charset=utf-8'],
    ['text/plain', Buffer.from('سلام').subarray(0, -1), 'text/plain; charset=utf-8'],
    ['text/markdown', Buffer.from('\ufeffhi', 'utf16le'), 'text/plain; charset=utf-16le'],
    ['text/plain', Buffer.from('\ufeffhi', 'utf16le').swap16(), 'text/plain; charset=utf-16be'],
    ['text/html', Buffer.from([0x3c, 0x70, 0x3e, 0xe9, 0x20]), 'text/plain'],
    ['application/pdf', Buffer.from([0xff, 0xfe]), 'application/pdf'],
  ])('says of %s what its bytes are', (type, bytes, served) => {
    expect(servedType(type, bytes)).toBe(served);
  });
});
