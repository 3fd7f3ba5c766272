/**
 * Finds a text that a pattern matches, so that a required setting with a `pattern` gets a value that is valid. It
 * searches the automaton of linear-pattern.ts breadth first: the first text found is the shortest one.
 */
import { isWord, linearPattern, patternStates, type Assertion, type State, type Test } from './linear-pattern.js';

/** The most places of the search that are visited: a few tenths of a second. */
const MAX_PLACES = 200_000;
/** What a person would type comes first. The others make `\p{…}` and classes of other scripts match. */
const LIKELY = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_.@:/ ,;+*#%&=?!()[]{}<>|\\\'"^$~`',
  ...'ابپتسنی۱۲۳۴۵۶۷۸۹۰',
];
const LAST_CODE_POINT = 0xffff;
/** Where the pattern leaves the text open, before and after what it matches. */
const FILLER: Test = (character) => character === 'x';

interface TextLength {
  readonly min?: number;
  readonly max?: number;
}

/** What the next character must be, because of a word boundary before it. */
type Next = 'any' | 'word' | 'no-word';
/** A state after a text. `isEnded`: the pattern demands the end of the text here. */
interface Place {
  readonly index: number;
  readonly character: string;
  readonly length: number;
  readonly next: Next;
  readonly isEnded: boolean;
  readonly before: Place | null;
}

/** The shortest text of the length that matches the pattern; null when none is found. Throws `UnsupportedPattern`. */
export function textMatching(pattern: string, { min = 0, max = 1_000 }: TextLength = {}): string | null {
  const found = search(patternStates(pattern), { min, max });
  return found !== null && linearPattern(pattern).test(found) ? found : null;
}

function search(states: readonly State[], { min, max }: Required<TextLength>): string | null {
  const characters = new Map<Test, ReadonlyMap<Next, string>>();
  const visited = new Set<string>();
  const start: Place = { index: 0, character: '', length: 0, next: 'any', isEnded: false, before: null };
  // Before the match: the pattern does not begin with `^`, or begins with it and the filler is empty.
  let layer: Place[] = [start];
  for (let length = 0; length <= max && layer.length > 0; length += 1) {
    const following: Place[] = [];
    const open = [...layer].reverse();
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const key = `${length} ${place.index} ${isWord(place.character)} ${place.next} ${place.isEnded}`;
      if (visited.has(key)) continue;
      visited.add(key);
      if (visited.size > MAX_PLACES) return null;
      const state = states[place.index];
      if (state === undefined) continue;
      if (state.kind === 'match' && length >= min && place.next !== 'word') return textOf(place);
      open.push(...withoutCharacter(place, state));
      if (place.isEnded) continue;
      following.push(...withCharacter(place, state, characters));
    }
    layer = following;
  }
  return null;
}

/** The places that are reached without a character. */
function withoutCharacter(place: Place, state: State): readonly Place[] {
  if (state.kind === 'split') return [...state.targets].reverse().map((index) => ({ ...place, index }));
  if (state.kind !== 'assert') return [];
  const after = afterAssertion(place, state.assertion);
  return after === null ? [] : [{ ...after, index: place.index + 1 }];
}

/** Null where the assertion cannot hold. */
function afterAssertion(place: Place, assertion: Assertion): Place | null {
  switch (assertion) {
    case 'start':
      return place.length === 0 ? place : null;
    case 'end':
      return place.next === 'word' ? null : { ...place, isEnded: true };
    case 'boundary':
    case 'no-boundary': {
      const mustBeWord = isWord(place.character) !== (assertion === 'boundary');
      const next = mustBeWord ? 'word' : 'no-word';
      const isPossible = place.next === 'any' || place.next === next;
      return isPossible && !(place.isEnded && mustBeWord) ? { ...place, next } : null;
    }
  }
}

/** The places that are reached with one more character. */
function withCharacter(place: Place, state: State, characters: Map<Test, ReadonlyMap<Next, string>>): readonly Place[] {
  const step = (test: Test, index: number): readonly Place[] => {
    const found = characters.get(test) ?? charactersFor(test);
    characters.set(test, found);
    // A word boundary may follow, so that only one kind of character leads to a match.
    const demands: readonly Next[] = place.next === 'any' ? ['any', 'word', 'no-word'] : [place.next];
    const passing = new Set(demands.map((next) => found.get(next)).filter((character) => character !== undefined));
    const common = { index, length: place.length + 1, next: 'any', isEnded: false, before: place } as const;
    return [...passing].map((character) => ({ ...common, character }));
  };
  return [
    ...(state.kind === 'character' ? step(state.test, place.index + 1) : []),
    ...(state.kind === 'match' ? step(FILLER, place.index) : []),
    ...(place.index === 0 ? step(FILLER, 0) : []),
  ];
}

/** The first likely character that passes the test, for each demand on it. */
function charactersFor(test: Test): ReadonlyMap<Next, string> {
  const found = new Map<Next, string>();
  const add = (character: string): void => {
    if (!test(character)) return;
    for (const next of ['any', isWord(character) ? 'word' : 'no-word'] as const)
      if (!found.has(next)) found.set(next, character);
  };
  LIKELY.forEach(add);
  if (found.size > 0) return found;
  for (let code = 0x80; code <= LAST_CODE_POINT && found.size === 0; code += 1)
    if (code < 0xd800 || code > 0xdfff) add(String.fromCharCode(code));
  return found;
}

function textOf(place: Place): string {
  const characters: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.before) characters.push(at.character);
  return characters.reverse().join('');
}
