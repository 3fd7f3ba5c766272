import { describe, expect, it } from '@jest/globals';
import { docxMain, officeFile } from '../../test/example-files.js';
import { docxText } from './docx-text.js';
import { TextSink } from './text-sink.js';

type Parts = Readonly<Record<string, string | Buffer>>;
const textOf = async (parts: Parts): Promise<string> => {
  const sink = new TextSink(10_000);
  await docxText(await officeFile('wordprocessingml.document', parts), sink);
  return sink.text().trim().replaceAll(/\n+/g, '\n');
};
const ofBody = (...xml: readonly string[]) => textOf({ 'word/document.xml': docxMain(xml) });
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (...content: readonly string[]) => `<w:p>${content.join('')}</w:p>`;
const removedEnd = (mark: string) => `<w:pPr><w:rPr><w:${mark} w:id="9"/></w:rPr></w:pPr>`;
const box = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;

const utf16 = (text: string, order: 'le' | 'be', mark = true): Buffer => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const declaring = (encoding: string) =>
  docxMain([paragraph(run('قرارداد é'))]).replace('encoding="UTF-8"', `encoding="${encoding}"`);

const control = (content: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="A"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

describe('docxText', () => {
  it.each<[string, string, string]>([
    ['around paragraphs', `${control(paragraph(run('in')))}${paragraph(run('out'))}`, 'in\nout'],
    ['within a paragraph', paragraph(run('a '), control(run('b')), run(' c')), 'a b c'],
    ['around a row', `<w:tbl>${control(`<w:tr><w:tc>${paragraph(run('x'))}</w:tc></w:tr>`)}</w:tbl>`, 'x'],
    [
      'in a text box',
      paragraph(
        `<w:r><w:pict>${box('').replace(/<w:p>.*/, `${control(paragraph(run('q')))}</w:txbxContent>`)}</w:pict></w:r>`,
      ),
      'q',
    ],
    ['within another one', control(control(paragraph(run('deep')))), 'deep'],
  ])('reads what a content control has %s', async (_, body, text) => {
    expect(await ofBody(body)).toBe(text);
  });

  it.each<[string, string, string]>([
    [
      'the end of a moved paragraph',
      `${paragraph(removedEnd('moveFrom'), `<w:moveFrom>${run('m')}</w:moveFrom>`)}${paragraph(run('rest'))}`,
      'rest',
    ],
    [
      'moved text that is also marked as deleted',
      paragraph('<w:moveFrom><w:r><w:delText>m</w:delText></w:r></w:moveFrom>', run('a')),
      'a',
    ],
    ['the instruction of a field', paragraph('<w:r><w:instrText> PAGE </w:instrText></w:r>', run('3')), '3'],
    [
      'the reading of a ruby',
      paragraph(
        '<w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby></w:r>',
      ),
      '東',
    ],
  ])('leaves out %s', async (_, body, text) => {
    expect(await ofBody(body)).toBe(text);
  });

  it.each<[string, Buffer, string]>([
    ['UTF-16 with a byte order mark', utf16(declaring('UTF-16'), 'le'), 'قرارداد é'],
    ['big-endian UTF-16 with a byte order mark', utf16(declaring('utf-16'), 'be'), 'قرارداد é'],
    ['UTF-16 without a byte order mark', utf16(declaring('UTF-16LE'), 'le', false), 'قرارداد é'],
    ['big-endian UTF-16 without a byte order mark', utf16(declaring('UTF-16BE'), 'be', false), 'قرارداد é'],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${declaring('UTF-8')}`), 'قرارداد é'],
    ['UTF-8 that says that it is UTF-16', Buffer.from(declaring('utf-16')), 'قرارداد é'],
    ['UTF-8 without a declaration', Buffer.from(declaring('').replace(/^<\?.*?\?>/, '')), 'قرارداد é'],
    ['ISO 8859-1', Buffer.from(declaring('ISO-8859-1').replace('قرارداد', 'Vertrag'), 'latin1'), 'Vertrag é'],
  ])('reads a main part in %s', async (_, main, text) => {
    expect(await textOf({ 'word/document.xml': main })).toBe(text);
  });

  it('reads moved text once, where it was moved to', async () => {
    const moved = (mark: string) => paragraph(`<w:${mark} w:id="2">${run('clause seven')}</w:${mark}>`);
    expect(await ofBody(moved('moveFrom'), paragraph(run('clause eight')), moved('moveTo'))).toBe(
      'clause eight\nclause seven',
    );
    const table = `<w:tbl><w:tr><w:tc>${moved('moveFrom')}</w:tc></w:tr><w:tr><w:tc>${moved('moveTo')}</w:tc></w:tr></w:tbl>`;
    expect(await ofBody(table)).toBe('clause seven');
  });

  it.each<[string, string, string]>([
    ['keeps inserted text', paragraph(run('a '), `<w:ins>${run('b')}</w:ins>`), 'a b'],
    ['leaves out deleted text', paragraph(run('a'), '<w:del><w:r><w:delText>b</w:delText></w:r></w:del>'), 'a'],
    ['leaves out deleted text that is written as other text', paragraph(`<w:del>${run('b')}</w:del>`, run('a')), 'a'],
    ['leaves out text that was inserted and deleted', paragraph(`<w:ins><w:del>${run('b')}</w:del></w:ins>`), ''],
    ['joins paragraphs whose end was deleted', `${paragraph(removedEnd('del'), run('a'))}${paragraph(run('b'))}`, 'ab'],
    [
      'keeps paragraphs with an inserted end',
      `${paragraph(removedEnd('ins'), run('a'))}${paragraph(run('b'))}`,
      'a\nb',
    ],
    ['leaves out a deleted tab', paragraph(run('a'), '<w:del><w:r><w:tab/></w:r></w:del>', run('b')), 'ab'],
  ])('reads the text with all changes accepted: %s', async (_, body, text) => {
    expect(await ofBody(body)).toBe(text);
  });

  const choice = (first: string, second: string, fallback: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps">${first}</mc:Choice><mc:Choice Requires="wpg">${second}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
  it.each<[string, string, string]>([
    ['a fallback', paragraph('<w:r>', choice(box('a'), '', box('a')), '</w:r>'), 'a'],
    ['a second choice', paragraph('<w:r>', choice(box('a'), box('a'), ''), '</w:r>'), 'a'],
    ['paragraphs of a fallback', choice(paragraph(run('a')), '', paragraph(run('a'))) + paragraph(run('b')), 'a\nb'],
    [
      'a choice within a choice',
      paragraph('<w:r>', choice(box(choice(box('a'), '', box('a'))), '', box('b')), '</w:r>'),
      'a',
    ],
    ['a fallback of a choice without text', paragraph('<w:r>', choice('<w:drawing/>', '', box('a')), '</w:r>'), 'a'],
  ])('reads alternatives once: %s', async (_, body, text) => {
    expect(await ofBody(body)).toBe(text);
  });

  it('reads a text box on a line of its own, and the text around it', async () => {
    expect(await ofBody(paragraph(run('before'), `<w:r><w:pict>${box('inside')}</w:pict></w:r>`, run('after')))).toBe(
      'before\ninside\nafter',
    );
  });

  it.each<[string, Parts]>([
    ['under another name', { '_rels/.rels': rels('/word/document2.xml'), 'word/document2.xml': main() }],
    ['with a relative target', { '_rels/.rels': rels('./word/main%20part.xml'), 'word/main part.xml': main() }],
    ['with a backslash in its target', { '_rels/.rels': rels('word\\document.xml'), 'word/document.xml': main() }],
    ['in another case', { 'Word/Document.xml': main() }],
    ['of a strict document', { '_rels/.rels': rels('word/d.xml', 'http://purl.oclc.org/ooxml'), 'word/d.xml': main() }],
    ['without a relationship', { '_rels/.rels': '<Relationships/>', 'word/document.xml': main() }],
  ])('finds the main part %s', async (_, parts) => {
    expect(await textOf(parts)).toBe('متن');
  });
});

function main(): string {
  return docxMain([paragraph(run('متن'))]);
}

function rels(target: string, base = 'http://schemas.openxmlformats.org'): string {
  return `<Relationships><Relationship Id="a" Type="${base}/officeDocument/relationships/officeDocument" Target="${target}"/></Relationships>`;
}
