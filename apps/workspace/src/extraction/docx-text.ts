import { PACKAGE, relatedPart, relationships } from './office-package.js';
import type { TextSink } from './text-sink.js';
import { readXml } from './xml-elements.js';
import { ZipFiles } from './zip-files.js';

const MAIN_PART = { kind: 'officeDocument', usually: 'word/document.xml' };
/** Text that the document no longer has: deleted, or moved to another place, where it is read. */
const REMOVED = new Set(['del', 'moveFrom']);
/** How the text beside it is pronounced. */
const READING = 'rt';
const ALTERNATIVES = new Set(['Choice', 'Fallback']);
/** Elements of a run that stand for characters. */
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: '\t',
  ptab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '\u2011',
};

/**
 * Extracts the text of a DOCX file: its paragraphs, tables and text boxes, as if every change in it were accepted;
 * without notes and headers.
 */
export async function docxText(content: Buffer, sink: TextSink): Promise<void> {
  const files = await ZipFiles.open(content);
  const main = relatedPart(files, await relationships(files, PACKAGE), MAIN_PART);
  if (!files.has(main)) throw new Error('the file has no text part');
  const path: string[] = [];
  // The depth of the open element that is not read, if there is one.
  let skippedDepth: number | null = null;
  // Whether each open choice between alternatives has found text. They repeat it for programs of different ages.
  const choices: boolean[] = [];
  // Whether each open paragraph continues in the next one, because its end was removed.
  const continues: boolean[] = [];
  let isAtLineStart = true;
  const append = (text: string): void => {
    if (skippedDepth !== null || text === '') return;
    sink.append(text);
    isAtLineStart = text.endsWith('\n');
  };
  await readXml(files.read(main), {
    open: (name) => {
      const isRepeated = ALTERNATIVES.has(name) && choices.at(-1) === true;
      if (REMOVED.has(name) || name === READING || isRepeated) skippedDepth ??= path.length;
      if (name === 'AlternateContent') choices.push(false);
      if (name === 'p') continues.push(false);
      if (REMOVED.has(name) && path.at(-1) === 'rPr' && path.at(-2) === 'pPr') continues[continues.length - 1] = true;
      // A text box is within a paragraph, often in the middle of its text.
      if (name === 'txbxContent' && !isAtLineStart) append('\n');
      if (path.at(-1) === 'r') append(CHARACTERS[name] ?? '');
      path.push(name);
    },
    close: (name) => {
      path.pop();
      if (name === 'p' && continues.pop() === false) append('\n');
      if (name === 'AlternateContent') choices.pop();
      if (path.length === skippedDepth) skippedDepth = null;
    },
    text: (text) => {
      if (path.at(-1) !== 't') return;
      append(text);
      if (skippedDepth === null) choices.fill(true);
    },
    isDone: () => sink.isFull,
  });
}
