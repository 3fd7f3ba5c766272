import type { PublicFactType } from '@kushk/contracts';
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from './command.js';

/** A fact as it leaves the service: its public type, and its data with the names of the wire (snake_case). */
export interface PublicFact<Data extends object = object> {
  readonly type: PublicFactType<Data>;
  readonly data: Data;
}

/** `asPublicFact(catalogueFacts.releaseSubmitted, { plugin_id, … })`: a public fact whose data fits its type. */
export function asPublicFact<Data extends object>(type: PublicFactType<Data>, data: NoInfer<Data>): PublicFact<Data> {
  return { type, data };
}

/** Which facts of a stream leave the service, and as what. */
export interface Publication {
  readonly of: AnyStreamType;
  readonly translate: (fact: RecordedFact) => PublicFact | null;
}

/** Translates the facts of a stream into public ones, in its `<stream>.public.ts`; null keeps a fact private. */
export function publicationOf<State, F extends Fact>(
  of: StreamType<State, F>,
  translate: (fact: RecordedFact<F>) => PublicFact | null,
): Publication {
  return { of, translate: translate as Publication['translate'] };
}
