/** The number formats of the cells of an XLSX file, by the number of the cell's style. */
import { builtInFormat, customFormat, type NumberFormat } from './number-format.js';
import { readXml } from './xml-elements.js';

/** A file may have no styles. */
export async function cellFormats(styles: AsyncIterable<Buffer>): Promise<readonly NumberFormat[]> {
  const custom = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await readXml(styles, {
    open: (name, { numFmtId = '0', formatCode }) => {
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'numFmt' && formatCode !== undefined) custom.set(numFmtId, customFormat(formatCode));
      if (name === 'xf' && isOfCells) formats.push(custom.get(numFmtId) ?? builtInFormat(Number(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}
