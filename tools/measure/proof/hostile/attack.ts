/** What every attack consists of. */
import type { ProductionSystem } from './production-system.js';

/** What the attacks need that the tests try too: gateways, and who signs in. */
export type Gateways = Pick<ProductionSystem, 'hub' | 'instance' | 'issuer' | 'secrets' | 'keys'> & {
  readonly tokens: Pick<ProductionSystem['tokens'], 'reviewer' | 'admin' | 'member'>;
};

/** What an attack saw, by what it tried: `{"origin null": "403 auth.origin_refused"}`. */
export type Seen = Readonly<Record<string, unknown>>;

export interface Attack<System = ProductionSystem> {
  /** What is tried, as a claim about the system: "a removed admin completes no request". */
  readonly name: string;
  /** The patch of `patch-table.mjs` with which the attack succeeds. */
  readonly plantedDefect: string;
  /** Planted defects that disturb each other are in different groups, each with a system of its own. */
  readonly group?: number;
  /** Returns what was seen where it is not what it must be. Empty: the attack has failed. */
  readonly run: (system: System) => Promise<Findings>;
}

export interface Findings {
  /** Every different answer that was seen. */
  readonly answers: readonly string[];
  /** What differs from what must be seen, each as one line. */
  readonly breaches: readonly string[];
}

/** Compares what was seen with what must be seen. */
export function expectSeen(seen: Seen, expected: Seen | string): Findings {
  const breaches = Object.entries(seen)
    .filter(([tried, answer]) => String(answer) !== String(typeof expected === 'string' ? expected : expected[tried]))
    .map(([tried, answer]) => `${tried}: ${String(answer)}`);
  return { answers: [...new Set(Object.values(seen).map(String))], breaches };
}

/** Tries each of a list. */
export async function each<Tried>(
  tried: readonly Tried[],
  nameOf: (one: Tried) => string,
  attempt: (one: Tried) => Promise<unknown>,
): Promise<Seen> {
  const seen: [string, unknown][] = [];
  for (const one of tried) seen.push([nameOf(one), await attempt(one)]);
  return Object.fromEntries(seen);
}
