/**
 * The first step of parsing YAML: its tokens, with bounded nesting. This parser has its own stack and can stop at any
 * token. Composing the document is recursive, so a text of a million brackets would overflow the call stack.
 */
import { Lexer, Parser, type CST } from 'yaml';
import { MAX_DEPTH } from './json-safety.js';
import type { Finding } from './problem.js';

/** The maximum size of a manifest (docs/reference/limits.md). */
const MAX_YAML_BYTES = 1_048_576;
/**
 * The maximum number of tokens, far more than a real manifest has. It bounds the cost of texts that consist of
 * brackets or quotes.
 */
const MAX_TOKENS = 60_000;
/** In addition to the collections, the parser's stack contains the document and the current scalar. */
const STACK_OUTSIDE_COLLECTIONS = 3;

const BYTE_ORDER_MARK = '\ufeff';

/** A finding at an offset of the text. */
export interface TextFinding extends Finding {
  readonly offset: number;
}

export interface Tokens {
  readonly tokens: readonly CST.Token[];
  readonly finding: TextFinding | null;
  readonly lineStarts: readonly number[];
}

/** Reads the tokens of one document. `finding` is the reason if reading stopped early. */
export function readTokens(text: string): Tokens {
  // A byte order mark does not count as a column of the first line.
  const lineStarts: number[] = [text.startsWith(BYTE_ORDER_MARK) ? 1 : 0];
  const stopped = (finding: Finding, offset: number): Tokens => ({
    tokens: [],
    finding: { ...finding, offset },
    lineStarts,
  });
  if (new TextEncoder().encode(text).length > MAX_YAML_BYTES)
    return stopped({ path: '', code: 'yaml_too_large', params: { limit: MAX_YAML_BYTES } }, 0);
  const parser = new Parser((offset) => lineStarts.push(offset));
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS)
      return stopped({ path: '', code: 'yaml_too_complex', params: { limit: MAX_TOKENS } }, parser.offset);
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error')
        return stopped({ path: '', code: 'yaml_syntax', params: { reason: token.message } }, token.offset);
      if (declaresOtherVersion(token))
        return stopped({ path: '', code: 'yaml_syntax', params: { reason: 'a manifest is YAML 1.2' } }, token.offset);
      tokens.push(token);
    }
    if (parser.stack.length > MAX_DEPTH + STACK_OUTSIDE_COLLECTIONS)
      return stopped({ path: '', code: 'too_deep', params: { limit: MAX_DEPTH } }, parser.offset);
  }
  tokens.push(...parser.end());
  const [, second] = tokens.filter((token) => token.type === 'document');
  if (second !== undefined) return stopped({ path: '', code: 'yaml_documents' }, second.offset);
  return { tokens, finding: null, lineStarts };
}

/** In YAML 1.1 `no`, `010` and `<<` have other values, so a text that declares another version than 1.2 is rejected. */
function declaresOtherVersion(token: CST.Token): boolean {
  return token.type === 'directive' && /^%YAML(?![ \t]+1\.2[ \t]*(?:$|[ \t]#))/.test(token.source);
}
