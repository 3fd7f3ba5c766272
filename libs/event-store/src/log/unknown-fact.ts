import type { AnyStreamType, Fact } from '@kushk/decider';

/**
 * The log has a fact of a type that this version of the service does not know, because a newer version runs or ran
 * beside it. The work is left to a process that knows the type: a wrong fold would be stored, and a wrong translation
 * published.
 */
export class UnknownFact extends Error {
  override readonly name = 'UnknownFact';

  constructor({ category }: Pick<AnyStreamType, 'category'>, type: string) {
    super(`a newer version of the service knows the facts "${category} ${type}"`);
  }
}

/** Throws `UnknownFact` when this version does not know the type of a stored fact. */
export function requireKnown(stream: AnyStreamType, { type }: Pick<Fact, 'type'>): void {
  if (!Object.hasOwn(stream.factTypes, type)) throw new UnknownFact(stream, type);
}

/** Folds a stored fact. Throws `UnknownFact`. */
export function foldStored(stream: AnyStreamType, state: unknown, fact: Fact): unknown {
  requireKnown(stream, fact);
  return stream.evolve(state, fact);
}
