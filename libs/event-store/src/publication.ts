import type { PublicFactType } from '@kushk/contracts';
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from './command.js';

/**
 * A fact as it leaves the service: its public type, and its data with the field names used on the wire (snake_case).
 */
export interface PublicFact<Data extends object = object> {
  readonly type: PublicFactType<Data>;
  readonly data: Data;
}

/**
 * Builds a public fact whose data matches its type: `asPublicFact(catalogueFacts.releaseSubmitted, { plugin_id, …
 * })`.
 */
export function asPublicFact<Data extends object>(type: PublicFactType<Data>, data: NoInfer<Data>): PublicFact<Data> {
  return { type, data };
}

/** Defines which facts of a stream leave the service, and in which form. */
export interface Publication {
  readonly of: AnyStreamType;
  readonly translate: (fact: RecordedFact) => PublicFact | null;
}

/**
 * Translates the facts of a stream into public facts, in the file `<stream>.public.ts`. A fact that it translates to
 * null stays private.
 */
export function publicationOf<State, F extends Fact>(
  of: StreamType<State, F>,
  translate: (fact: RecordedFact<F>) => PublicFact | null,
): Publication {
  return { of, translate: translate as Publication['translate'] };
}
