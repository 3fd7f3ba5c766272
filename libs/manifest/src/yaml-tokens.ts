/**
 * The first step of reading YAML: its tokens, with bounded nesting. The parser keeps its own stack and can be stopped
 * at any token; composing the document afterwards recurses, and a text of a million brackets would exhaust the stack
 * of the process before anything could be caught.
 */
import { Lexer, Parser, type CST } from 'yaml';
import { MAX_DEPTH } from './json-safety.js';
import type { Finding } from './problem.js';

/** How large a manifest may be (contract §3: body limit). */
export const MAX_YAML_BYTES = 1_048_576;
/** Far more than a manifest of that size has; keeps texts of nothing but brackets or quotes cheap. */
const MAX_TOKENS = 300_000;
/** Beside the collections the parser's stack holds the document and the scalar being read. */
const STACK_BESIDE_COLLECTIONS = 3;

const BYTE_ORDER_MARK = '\ufeff';

/** A finding at a place in the text. */
export interface FindingInText extends Finding {
  readonly offset: number;
}

export interface Tokens {
  readonly tokens: readonly CST.Token[];
  readonly finding: FindingInText | null;
  readonly lineStarts: readonly number[];
}

/** Reads the tokens of one document; `finding` says why it stopped before the end. */
export function readTokens(text: string): Tokens {
  // A byte order mark is no column of the first line.
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
      if (isOtherVersion(token))
        return stopped({ path: '', code: 'yaml_syntax', params: { reason: 'a manifest is YAML 1.2' } }, token.offset);
      tokens.push(token);
    }
    if (parser.stack.length > MAX_DEPTH + STACK_BESIDE_COLLECTIONS)
      return stopped({ path: '', code: 'too_deep', params: { limit: MAX_DEPTH } }, parser.offset);
  }
  tokens.push(...parser.end());
  const [, second] = tokens.filter((token) => token.type === 'document');
  if (second !== undefined) return stopped({ path: '', code: 'yaml_documents' }, second.offset);
  return { tokens, finding: null, lineStarts };
}

/** A text that names another version means other values by the same words: `no`, `010` and `<<` in YAML 1.1. */
function isOtherVersion(token: CST.Token): boolean {
  return token.type === 'directive' && /^%YAML(?![ \t]+1\.2[ \t]*(?:$|[ \t]#))/.test(token.source);
}
