/** Finds credentials of the test in what the plugin writes and answers. */
import { firstPart } from './plugin-call.js';

const MAX_LEAKS = 20;

export interface Leak {
  /** Where it was found, such as `the output` or `the answer of POST /service/events`. */
  readonly place: string;
  readonly what: 'token' | 'signing secret' | 'handle';
  /** The text around it, with the credential masked. */
  readonly text: string;
}

export class LeakSearch {
  readonly leaks: Leak[] = [];
  /** How many texts were searched. */
  searched = 0;
  private readonly issued = new Map<string, Leak['what']>();

  add(what: Leak['what'], value: string): void {
    this.issued.set(value, what);
  }

  search(place: string, text: string): void {
    this.searched += 1;
    for (const [value, what] of this.issued) {
      const at = text.indexOf(value);
      if (at === -1 || this.leaks.length >= MAX_LEAKS) continue;
      const line = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', 1)[0] ?? '';
      this.leaks.push({ place, what, text: firstPart(line.replaceAll(value, `${value.slice(0, 3)}…`)) });
    }
  }
}
