/**
 * Regular expressions in linear time. The JSON Schemas of a plugin contain patterns, and a backtracking engine can
 * take hours for a short text. This engine compiles the structure of a pattern (sequence, choice, repetition,
 * anchors) to a nondeterministic automaton and simulates it in one pass over the text (Thompson, Pike). The native
 * engine matches single characters, so `\d`, `\p{L}` and `[^a-z]` mean exactly what ECMAScript defines. Look-around,
 * back-references and inline modifiers have no such automaton and are not supported.
 */
import type { Hint } from './problem.js';

const MAX_PATTERN_CHARACTERS = 1_000;
/** What the beginning of a match costs: it allocates what it needs for the text and for the states. */
const START_STEPS = 12;
/** The maximum number of automaton states after counted repetitions are expanded. */
export const MAX_STATES = 2_000;

export class UnsupportedPattern extends Error {
  /** `isMalformed`: it is no regular expression at all. */
  constructor(
    readonly reason: Hint,
    readonly isMalformed = false,
  ) {
    super(reason.en);
  }
}

export type Test = (character: string) => boolean;
export type Assertion = 'start' | 'end' | 'boundary' | 'no-boundary';
type Node =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly Node[] }
  | { readonly kind: 'choice'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };
/** A state of the automaton. After a character or an assertion matching continues at the state after it. */
export type State =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'split'; readonly targets: number[] }
  | { readonly kind: 'match' };

/** `charge` is called once for each character with the number of states that were visited. */
export interface LinearPattern {
  /** The number of states, which is in proportion to the cost of compiling the pattern. */
  readonly size: number;
  test(text: string, charge?: (steps: number) => void): boolean;
}

/** Compiles a pattern (flag `u`, matches anywhere in the text). Throws {@link UnsupportedPattern} with the reason. */
export function linearPattern(source: string): LinearPattern {
  const states = patternStates(source);
  return { size: states.length, test: (text, charge) => matches(states, text, charge) };
}

/** The automaton of a pattern, which begins at the first state. Throws {@link UnsupportedPattern} with the reason. */
export function patternStates(source: string): readonly State[] {
  if (source.length > MAX_PATTERN_CHARACTERS)
    throw new UnsupportedPattern({
      en: `longer than ${MAX_PATTERN_CHARACTERS} characters`,
      fa: `بیش از ${MAX_PATTERN_CHARACTERS} نویسه دارد`,
    });
  try {
    new RegExp(source, 'u');
  } catch (error) {
    throw new UnsupportedPattern(
      { en: error instanceof Error ? error.message : 'invalid', fa: 'عبارت باقاعدهٔ درستی نیست' },
      true,
    );
  }
  const states: State[] = [];
  compile(new PatternParser(source).choice(), states);
  push(states, { kind: 'match' });
  return states;
}

/** Parses a pattern that the native engine has already accepted, so the only errors are about unsupported syntax. */
class PatternParser {
  private at = 0;

  constructor(private readonly source: string) {}

  choice(): Node {
    const nodes = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at += 1;
      nodes.push(this.sequence());
    }
    return { kind: 'choice', nodes };
  }

  private sequence(): Node {
    const nodes: Node[] = [];
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')')
      nodes.push(this.term());
    return { kind: 'sequence', nodes };
  }

  private term(): Node {
    const node = this.atom();
    const found = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.source.slice(this.at, this.at + 50));
    if (found === null) return node;
    this.at += found[0].length;
    const [, sign, low, comma, high] = found;
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0;
    if (sign === '?') return { kind: 'repeat', node, min, max: 1 };
    if (sign !== undefined || high === '') return { kind: 'repeat', node, min, max: Number.POSITIVE_INFINITY };
    return { kind: 'repeat', node, min, max: comma === undefined ? min : Number(high) };
  }

  private atom(): Node {
    const [character, next] = [this.source[this.at], this.source[this.at + 1]];
    if (character === '(') return this.group();
    if (character === '^') return this.assertion('start', 1);
    if (character === '$') return this.assertion('end', 1);
    if (character === '\\' && next === 'b') return this.assertion('boundary', 2);
    if (character === '\\' && next === 'B') return this.assertion('no-boundary', 2);
    const from = this.at;
    this.at = this.endOfAtom();
    return { kind: 'character', test: characterTest(this.source.slice(from, this.at)) };
  }

  private group(): Node {
    const opening = /^\((?:\?:|\?<[^=!][^>]*>|(?!\?))/u.exec(this.source.slice(this.at));
    if (opening === null)
      throw new UnsupportedPattern({
        en: 'look-around and modifiers are not supported',
        fa: 'look-around و modifier پشتیبانی نمی‌شود',
      });
    this.at += opening[0].length;
    const node = this.choice();
    this.at += 1;
    return node;
  }

  private assertion(assertion: Assertion, length: number): Node {
    this.at += length;
    return { kind: 'assert', assertion };
  }

  private endOfAtom(): number {
    const rest = this.source.slice(this.at);
    if (rest.startsWith('[')) return this.endOfClass();
    if (!rest.startsWith('\\')) return this.at + String.fromCodePoint(rest.codePointAt(0) ?? 0).length;
    if (/^\\(?:[1-9]|k)/.test(rest))
      throw new UnsupportedPattern({
        en: 'back-references are not supported',
        fa: 'ارجاع به گروه‌های پیشین پشتیبانی نمی‌شود',
      });
    const pair = 'u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}';
    const escape = new RegExp(
      `^\\\\(?:[pP]\\{[^}]*\\}|u\\{[0-9a-fA-F]+\\}|${pair}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)`,
      'su',
    ).exec(rest);
    return this.at + (escape?.[0].length ?? 2);
  }

  private endOfClass(): number {
    let index = this.at + 1;
    while (this.source[index] !== ']') index += this.source[index] === '\\' ? 2 : 1;
    return index + 1;
  }
}

/**
 * Appends the states of a node. After a match of the node, matching continues at the state after the last appended
 * one.
 */
function compile(node: Node, states: State[]): void {
  if (node.kind === 'sequence') for (const member of node.nodes) compile(member, states);
  else if (node.kind === 'choice') compileChoice(node.nodes, states);
  else if (node.kind === 'repeat') compileRepeat(node, states);
  else push(states, node);
}

function compileChoice(nodes: readonly Node[], states: State[]): void {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return compile(only, states);
  const entry = pushSplit(states);
  const exits = nodes.map((node) => {
    entry.push(states.length);
    compile(node, states);
    return pushSplit(states);
  });
  for (const exit of exits) exit.push(states.length);
}

function compileRepeat({ node, min, max }: { node: Node; min: number; max: number }, states: State[]): void {
  for (let count = 0; count < min; count += 1) {
    const before = states.length;
    compile(node, states);
    // A node without states matches only the empty text, so repeating it changes nothing.
    if (states.length === before) return;
  }
  const exits: number[][] = [];
  for (let count = min; count < max; count += 1) {
    const loop = states.length;
    const exit = pushSplit(states);
    exit.push(states.length);
    exits.push(exit);
    compile(node, states);
    if (states.length === loop + 1) break;
    if (max === Number.POSITIVE_INFINITY) {
      pushSplit(states).push(loop);
      break;
    }
  }
  for (const exit of exits) exit.push(states.length);
}

function pushSplit(states: State[]): number[] {
  const targets: number[] = [];
  push(states, { kind: 'split', targets });
  return targets;
}

function push(states: State[], state: State): void {
  if (states.length >= MAX_STATES)
    throw new UnsupportedPattern({
      en: 'too large once its repetitions are expanded',
      fa: 'پس از باز شدن تکرارهایش بیش از حد بزرگ است',
    });
  states.push(state);
}

/** Creates a matcher for one character. Results for ASCII characters are cached. */
function characterTest(source: string): Test {
  const one = new RegExp(`^${source}$`, 'u');
  const cache = new Int8Array(128);
  return (character) => {
    const code = character.charCodeAt(0);
    if (code >= 128) return one.test(character);
    if (cache[code] === 0) cache[code] = one.test(character) ? 1 : -1;
    return cache[code] === 1;
  };
}

function matches(states: readonly State[], text: string, charge?: (steps: number) => void): boolean {
  const characters = [...text];
  charge?.(START_STEPS + (states.length >> 6) + characters.length);
  const visitedAt = new Int32Array(states.length).fill(-1);
  let active: number[] = [];
  for (let position = 0; position <= characters.length; position += 1) {
    const open = [...active, 0];
    const expecting: number[] = [];
    let steps = 1;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const state = states[index];
      steps += 1;
      if (state === undefined || visitedAt[index] === position) continue;
      visitedAt[index] = position;
      if (state.kind === 'match') return true;
      if (state.kind === 'split') open.push(...state.targets);
      else if (state.kind === 'character') expecting.push(index);
      else if (holds(state.assertion, characters, position)) open.push(index + 1);
    }
    charge?.(steps);
    const character = characters[position];
    if (character === undefined) return false;
    active = [];
    for (const index of expecting) {
      const state = states[index];
      if (state?.kind === 'character' && state.test(character)) active.push(index + 1);
    }
  }
  return false;
}

function holds(assertion: Assertion, characters: readonly string[], position: number): boolean {
  if (assertion === 'start') return position === 0;
  if (assertion === 'end') return position === characters.length;
  const isBoundary = isWord(characters[position - 1]) !== isWord(characters[position]);
  return isBoundary === (assertion === 'boundary');
}

export function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
