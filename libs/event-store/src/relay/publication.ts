import type { PublicFactType } from '@kushk/contracts';
import type { AnyStreamType, Fact, StreamType } from '@kushk/decider';
import type { RecordedFact } from '../command.js';

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
  /** The types of facts that may leave the service; null for all. The relay does not read the data of others. */
  readonly types: readonly string[] | null;
  readonly translate: (fact: RecordedFact) => PublicFact | null;
}

/**
 * Translates the facts of a stream into public facts, in the file `<stream>.public.ts`. A fact that it translates to
 * null stays private. For a stream with many private facts, `types` are those that it translates.
 */
export function publicationOf<State, F extends Fact, Type extends F['type'] = F['type']>(
  of: StreamType<State, F>,
  translate: (fact: RecordedFact<Extract<F, { readonly type: Type }>>) => PublicFact | null,
  types: readonly Type[] | null = null,
): Publication {
  return { of, types, translate: translate as Publication['translate'] };
}

/** Tells the facts that may leave the service by their category and type. */
export class PublishedTypes {
  /** By category, the types that this version knows as private. */
  private readonly privateOf: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(publications: readonly Publication[]) {
    this.privateOf = new Map(
      publications.map(({ of, types }) => {
        const isPrivate = (type: string): boolean => types !== null && !types.includes(type);
        return [of.category, new Set(Object.keys(of.factTypes).filter(isPrivate))];
      }),
    );
  }

  /** Categories with facts that may leave the service. */
  get categories(): readonly string[] {
    return [...this.privateOf.keys()];
  }

  /** `category-type` of their other facts. */
  get privateTypes(): readonly string[] {
    return [...this.privateOf].flatMap(([category, types]) => [...types].map((type) => `${category}-${type}`));
  }

  has({ category, type }: Pick<RecordedFact, 'category' | 'type'>): boolean {
    return this.privateOf.get(category)?.has(type) === false;
  }
}
