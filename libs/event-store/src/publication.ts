import type { PublicFactType } from '@kushk/contracts';
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from './command.js';

/** A fact as it leaves the service: its public type and its data in the words of the contract (snake_case). */
export interface PublicFact<Data extends object = object> {
  readonly type: PublicFactType<Data>;
  readonly data: Data;
}

/** `say(catalogueFacts.releaseSubmitted, { plugin_id, … })`: the only way to make a public fact, so its data is typed. */
export function say<Data extends object>(type: PublicFactType<Data>, data: NoInfer<Data>): PublicFact<Data> {
  return { type, data };
}

/** Which facts of a stream leave the service, and as what. */
export interface Publication {
  readonly of: AnyStreamType;
  readonly translate: (fact: RecordedFact) => PublicFact | null;
}

/** One per stream, in its `<stream>.public.ts`: translates private facts into public ones; null keeps a fact inside. */
export function publishes<State, F extends Fact>(
  of: StreamType<State, F>,
  translate: (fact: RecordedFact<F>) => PublicFact | null,
): Publication {
  return { of, translate: translate as Publication['translate'] };
}
