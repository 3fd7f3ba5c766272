import { Parser } from 'htmlparser2';
import type { TextSink } from './text-sink.js';

const SKIPPED = new Set(['script', 'style', 'head', 'noscript', 'template', 'iframe', 'object', 'svg']);
/** Elements that begin and end a line. */
const BLOCKS = new Set(
  'address article aside blockquote dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
/** Characters that are given to the parser at once, so that it stops soon after the sink is full. */
const PIECE = 64 * 1024;

/** Extracts the text that a browser would show, without scripts and styles. Nothing in it is executed or loaded. */
export function htmlText(html: string, sink: TextSink): void {
  let skipped = 0;
  let isAtLineStart = true;
  const append = (text: string) => {
    if (text === '' || (isAtLineStart && text.trim() === '')) return;
    sink.append(isAtLineStart ? text.trimStart() : text);
    isAtLineStart = false;
  };
  const endLine = () => {
    if (!isAtLineStart) sink.append('\n');
    isAtLineStart = true;
  };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (SKIPPED.has(name)) skipped += 1;
        if (BLOCKS.has(name)) endLine();
        if (name === 'br') endLine();
      },
      onclosetag: (name) => {
        if (SKIPPED.has(name)) skipped -= 1;
        if (BLOCKS.has(name)) endLine();
        if (CELLS.has(name)) append('\t');
      },
      ontext: (text) => {
        if (skipped === 0) append(text.replaceAll(/[ \t\r\n\f]+/g, ' '));
      },
    },
    { decodeEntities: true },
  );
  for (let at = 0; at < html.length && !sink.isFull; at += PIECE) parser.write(html.slice(at, at + PIECE));
  if (!sink.isFull) parser.end();
}
