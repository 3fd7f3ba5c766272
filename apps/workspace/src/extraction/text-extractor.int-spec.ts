import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@kushk/event-store';
import { readiness } from '@kushk/runtime';
import { addRunNote } from '@kushk/testing';
import { docx, docxMain, pdfFile, pdfOf, PNG, xlsx } from '../../test/example-files.js';
import { refusalOfConfinement, startTextExtractor } from './start-text-extractor.client.js';
import { EXTRACTION_LIMITS, TextExtractor } from './text-extractor.client.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PERSIAN = 'فاکتور شمارهٔ ۱۲۳ شرکت نمونه';
/** Slow machines need longer than a person would wait. */
const limits = { ...EXTRACTION_LIMITS, wallMs: 30_000 };
const refusal = await refusalOfConfinement();
/** How the programs that the tests write run as well. */
const modes = refusal === null ? (['confined', 'unconfined'] as const) : (['unconfined'] as const);
if (refusal !== null)
  addRunNote(`The confinement of the text extraction did not run, the system refuses it: ${refusal}`);
const [mode] = modes;
const extractor = new TextExtractor({ mode, limits });
const textOf = async (type: Parameters<TextExtractor['extract']>[0], content: Buffer): Promise<string> => {
  const extracted = await extractor.extract(type, content);
  return extracted.status === 'extracted' ? extracted.text.trim() : extracted.status;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kushk-extraction-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the text extractor', () => {
  it('reads Persian text from PDF in reading order', async () => {
    expect(await textOf('application/pdf', pdfOf([PERSIAN, 'Total 42']))).toBe(`${PERSIAN}\nTotal 42`);
  });

  it('reads paragraphs, tabs and text boxes from DOCX once, without deleted text', async () => {
    const box = (text: string) => `<w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent>`;
    const main = docxMain([
      `<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>${PERSIAN}</w:t><w:tab/><w:t>&amp; دوم</w:t></w:r></w:p>`,
      '<w:p><w:del><w:r><w:delText>پاک‌شده</w:delText></w:r></w:del><w:r><w:t>سوم</w:t><w:br/><w:t>چهارم</w:t></w:r></w:p>',
      `<w:p><w:r><mc:AlternateContent><mc:Choice>${box('کادر')}</mc:Choice><mc:Fallback>${box('کادر')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    ]);
    const content = await docx([], Readable.from([Buffer.from(main)]));
    expect((await textOf(DOCX, content)).replaceAll(/\n+/g, '\n')).toBe(`${PERSIAN}\t& دوم\nسوم\nچهارم\nکادر`);
  });

  it('reads the cells of XLSX, the text of mail, and of HTML what a browser shows', async () => {
    expect(
      await textOf(
        XLSX,
        await xlsx([
          ['کالا', 'مبلغ'],
          ['کاغذ', 12.5],
        ]),
      ),
    ).toBe('کالا\tمبلغ\nکاغذ\t12.5');
    const mail = `From: =?UTF-8?B?${Buffer.from('مینا').toString('base64')}?= <mina@example.ir>\r\nSubject: =?UTF-8?B?${Buffer.from('صورت‌حساب').toString('base64')}?=\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>سلام</p>`;
    expect(await textOf('message/rfc822', Buffer.from(mail))).toBe(
      'From: مینا <mina@example.ir>\nSubject: صورت‌حساب\n\nسلام',
    );
    const html = '<head><title>t</title></head><h1>عنوان</h1><script>x()</script><p>یک &amp; <b>دو</b><br>سه</p>';
    expect(await textOf('text/html', Buffer.from(html))).toBe('عنوان\nیک & دو\nسه');
  });

  it('reads plain text with a byte order mark, also in UTF-16', async () => {
    for (const content of [Buffer.from(`\uFEFF${PERSIAN}`), Buffer.from(`\uFEFF${PERSIAN}`, 'utf16le').swap16()])
      expect(await textOf('text/plain', content)).toBe(PERSIAN);
  });

  it('reads HTML in the encoding that it declares', async () => {
    const page = Buffer.concat([Buffer.from('<meta charset=windows-1256><p>'), Buffer.from('d3e1c7e3', 'hex')]);
    expect(await textOf('text/html', page)).toBe('سلام');
  });

  it('extracts no text from images', async () => {
    expect(await extractor.extract('image/png', PNG)).toEqual({ status: 'none' });
  });

  it('stops a small archive that inflates to too many bytes', async () => {
    const blank = Buffer.alloc(1024 * 1024, ' ');
    const body = Readable.from(
      (function* () {
        yield Buffer.from('<w:document><w:body>');
        for (let mebibytes = 0; mebibytes < 80; mebibytes += 1) yield blank;
      })(),
    );
    const bomb = await docx([], body);
    expect(bomb.length).toBeLessThan(200_000);
    expect(await extractor.extract(DOCX, bomb)).toEqual({ status: 'failed', reason: 'unreadable' });
  });

  it('ends a PDF whose forms draw each other a billion times, and one with as many objects as fit', async () => {
    const form = (content: string, resources: string) =>
      `<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << ${resources} >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
    const forms = Array.from({ length: 9 }, (_, level) =>
      form('/F Do '.repeat(10), `/XObject << /F ${level + 6} 0 R >>`),
    );
    const page =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>';
    const start = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page];
    const font = '/Font << /G << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
    const drawn = pdfFile([
      ...start,
      '<< /Length 5 >>\nstream\n/F Do\nendstream',
      ...forms,
      form('BT /G 9 Tf (x) Tj ET', font),
    ]);
    const objects = Array.from({ length: 60_000 }, (_, index) => `[${index + 10} 0 R]`);
    const many = pdfOf(['متن'], objects);
    const limited = new TextExtractor({ mode, limits: { ...limits, cpuSeconds: 2 } });
    expect(await limited.extract('application/pdf', drawn)).toEqual({ status: 'failed', reason: expect.any(String) });
    expect(await textOf('application/pdf', many)).toBe('متن');
  });

  it('fails for a PDF whose pages contain each other, and for bytes that only begin as a PDF', async () => {
    const endless = pdfFile([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>',
    ]);
    for (const file of [endless, Buffer.from('%PDF-1.7\n'.repeat(1_000))])
      expect(await extractor.extract('application/pdf', file)).toEqual({ status: 'failed', reason: 'unreadable' });
  });

  describe.each(modes)('with a hostile program, %s,', (mode) => {
    const run = async (
      code: string,
      { name = 'hostile', limits: more = {} }: { name?: string; limits?: Partial<typeof EXTRACTION_LIMITS> } = {},
    ) => {
      const path = join(folder, `${name}.mjs`);
      await writeFile(path, `process.stdout.write('\\n'); process.stdin.resume(); ${code}`);
      const program = { path, folders: [folder] };
      const limited = new TextExtractor({ mode, limits: { ...limits, ...more }, program });
      return await limited.extract('application/pdf', pdfOf(['x']));
    };

    it.each([
      ['memory', { residentMiB: 150 }, 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1));'],
      ['text', { textBytes: 1_000 }, "process.stdout.write('x'.repeat(100_000)); setInterval(() => {}, 1e6);"],
      ['unreadable', { cpuSeconds: 1 }, 'for (;;);'],
    ])('kills it when it exceeds its limit: %s', async (reason, exceeded, code) => {
      expect(await run(code, { name: reason, limits: exceeded })).toEqual({ status: 'failed', reason });
    });

    it.each([
      ['writes', "fs.writeFileSync(new URL('written', import.meta.url), '')"],
      ['reads the environment of its parent', "fs.readFileSync(`/proc/${process.ppid || 'self'}/environ`)"],
      ['reads a file that is not its own', `fs.readFileSync(${JSON.stringify(fileURLToPath(import.meta.url))})`],
      ['evaluates a text', "new Function('return 1')()"],
    ])('fails when it %s', async (name, code) => {
      const outcome = await run(`await import('node:fs').then((fs) => ${code}); process.exit(0)`, { name });
      expect(outcome).toEqual({ status: 'failed', reason: 'unreadable' });
    });

    it('leaves the content for another attempt when the machine is too busy, or does not start it', async () => {
      const waiting = run('setInterval(() => {}, 1e6);', { name: 'waiting', limits: { wallMs: 300 } });
      await expect(waiting).rejects.toThrow(StoreUnavailable);
      const absent = { path: join(folder, 'absent.mjs'), folders: [] };
      const extraction = new TextExtractor({ mode, limits, program: absent }).extract('text/html', Buffer.from('x'));
      await expect(extraction).rejects.toThrow(/^the text extraction does not start: /);
    });
  });
});

describe('a system that refuses the confinement', () => {
  const refused = () => Promise.resolve('unshare failed: Operation not permitted');
  const html = Buffer.from('<p>متن</p>');

  it('extracts no text of files, keeps what is text already, and tells the operator why', async () => {
    const off = await startTextExtractor('confined', refused);
    expect(await off.extract('text/html', html)).toEqual({ status: 'not_extracted' });
    expect(await off.extract('text/plain', Buffer.from('متن'))).toEqual({ status: 'extracted', text: 'متن' });
    expect((await readiness()).details['text extraction']).toBe(
      'off, the system refuses: unshare failed: Operation not permitted',
    );
  });

  it('extracts without it when the operator allows that, and tells the operator', async () => {
    const unconfined = await startTextExtractor('unconfined', refused);
    expect(await unconfined.extract('text/html', html)).toEqual({
      status: 'extracted',
      text: expect.stringMatching(/^متن/),
    });
    expect((await readiness()).details['text extraction']).toMatch(/^unconfined, the system refuses: /);
  });
});
