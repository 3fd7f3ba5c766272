import type { TextSink } from './text-sink.js';
import { readXml } from './xml-elements.js';
import { ZipFiles } from './zip-files.js';

const MAIN_PART = 'word/document.xml';

/** Extracts the text of a DOCX file: its paragraphs and tables, without deleted text, notes and headers. */
export async function docxText(content: Buffer, sink: TextSink): Promise<void> {
  const files = await ZipFiles.open(content);
  const path: string[] = [];
  // A drawing repeats its text for programs that do not know the newer kind of drawing.
  let fallbacks = 0;
  await readXml(files.read(await mainPart(files)), {
    open: (name) => {
      if (name === 'Fallback') fallbacks += 1;
      const isInRun = path.at(-1) === 'r' && fallbacks === 0;
      if (isInRun && name === 'tab') sink.append('\t');
      if (isInRun && (name === 'br' || name === 'cr')) sink.append('\n');
      if (isInRun && name === 'noBreakHyphen') sink.append('\u2011');
      path.push(name);
    },
    close: (name) => {
      path.pop();
      if (name === 'Fallback') fallbacks -= 1;
      if (name === 'p' && fallbacks === 0) sink.append('\n');
    },
    text: (text) => {
      if (path.at(-1) === 't' && fallbacks === 0) sink.append(text);
    },
    isDone: () => sink.isFull,
  });
}

/** The file of the text, which the package's relationships name. */
async function mainPart(files: ZipFiles): Promise<string> {
  let target = MAIN_PART;
  await readXml(files.read('_rels/.rels'), {
    open: (name, { Type: type = '', Target = '' }) => {
      if (name === 'Relationship' && type.endsWith('/officeDocument')) target = Target.replace(/^\//, '');
    },
  });
  if (!files.names.includes(target)) throw new Error('the file has no text part');
  return target;
}
