import { describe, expect, it } from '@jest/globals';
import { pdfFile } from '../../test/example-files.js';
import { pdfText } from './pdf-text.js';
import { TextSink } from './text-sink.js';

const textOf = async (...annotations: readonly string[]): Promise<string> => {
  const first = 4;
  const references = annotations.map((_, index) => `${first + index} 0 R`).join(' ');
  const sink = new TextSink(1_000);
  await pdfText(
    pdfFile([
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Annots [${references}] >>`,
      ...annotations.map((entries) => `<< /Type /Annot /Rect [0 0 99 20] ${entries} >>`),
    ]),
    sink,
  );
  return sink.text().trim();
};
const field = (type: string, value: string, more = '') => `/Subtype /Widget /FT /${type} /T (f) /V ${value} ${more}`;

describe('pdfText', () => {
  it('reads what was filled into a form and written onto a page', async () => {
    const persian = `<${Buffer.from('\uFEFFمینا', 'utf16le').swap16().toString('hex')}>`;
    expect(
      await textOf(
        field('Tx', '(Total 42)'),
        field('Tx', persian),
        field('Ch', '[(a) (b)]'),
        '/Subtype /FreeText /Contents (note)',
      ),
    ).toBe('note\nTotal 42\nمینا\na, b');
  });

  it.each([
    ['an empty field', field('Tx', '()')],
    ['a check box', field('Btn', '/Yes')],
    ['a hidden field', field('Tx', '(x)', '/F 2')],
    ['a password', field('Tx', '(x)', '/Ff 8192')],
    ['a comment beside the page', '/Subtype /Text /Contents (x)'],
  ])('leaves out %s', async (_, annotation) => {
    expect(await textOf(annotation)).toBe('');
  });
});
