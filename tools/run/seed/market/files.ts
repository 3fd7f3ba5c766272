/** Small files that plugins of the demo bring in. */
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 320;
const HEIGHT = 200;
const RGB = 3;

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** A picture of a carton: a brown box on a light ground. */
export function pngFile(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: HEIGHT }, (_row, y) => {
    const row = Buffer.alloc(1 + WIDTH * RGB);
    for (let x = 0; x < WIDTH; x += 1) row.set(colourAt(x, y), 1 + x * RGB);
    return row;
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(x: number, y: number): readonly [number, number, number] {
  const isInBox = x > 70 && x < 250 && y > 50 && y < 165;
  if (!isInBox) return [236, 233, 226];
  if (Math.abs(x - 160) < 9) return [214, 190, 140];
  // The torn corner.
  if (x + y < 165) return [92, 66, 40];
  return [176, 132, 82];
}

/** A PDF of one page with lines of Latin text. */
export function pdfFile(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line}) Tj 0 -20 Td`).join('\n');
  const stream = `BT /F1 13 Tf 60 760 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}
