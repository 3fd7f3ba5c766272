/**
 * Which facts of a stream are in the audit, and as what (docs/reference/audit.md). Every type of fact of every stream
 * has a line: a type that is missing does not compile.
 */
import type { AuditAction, AuditActor, AuditSubject, JsonObject } from '@kushk/contracts';
import type { Fact, StreamType } from '@kushk/decider';
import type { Recorded, RecordedFact } from '@kushk/event-store';

/** What an entry is about. */
export interface About {
  readonly subject: AuditSubject;
  /** Null for what belongs to no organisation. */
  readonly organisationId: string | null;
  readonly installationId?: string | null;
}
/** A part of an entry that differs from what the stream's `about` and the fact's metadata contain. */
export interface Particulars {
  readonly details?: JsonObject;
  readonly subject?: AuditSubject;
  /** Who did it, when it is not the caller of the command. */
  readonly actor?: AuditActor;
}
type Describe<F, State> = (fact: F & Recorded, state: State) => Particulars;

export interface Audited<F, State> {
  readonly kind: 'audited';
  readonly action: AuditAction;
  /** Whether only people, staff and publishers are audited, and plugins only on behalf of a person. */
  readonly peopleOnly: boolean;
  readonly describe: Describe<F, State>;
}
/** `reason` states why the audit does not need it. */
export interface NotAudited {
  readonly kind: 'not_audited';
  readonly reason: string;
}
export type AuditTable<State, F extends Fact> = {
  readonly [Type in F['type']]: Audited<Extract<F, { readonly type: Type }>, State> | NotAudited;
};
export interface Audit<State = unknown, F extends Fact = Fact> {
  readonly of: StreamType<State, F>;
  /** `state` is the state after the fact. Returns null for a fact that leaves nothing to name. */
  readonly about: (state: State, fact: RecordedFact<F>) => About | null;
  readonly facts: AuditTable<State, F>;
}
/** An audit whose type parameters are erased. */
// The functions of an audit are contravariant and only `any` accepts all of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyAudit = Audit<any, any>;

const nothing = (): Particulars => ({});

/**
 * The fact is in the audit, for example `audited('installation.paused')`. `describe` returns the details, of which it
 * names each: nothing secret and no text of a record may reach the audit.
 */
export function audited<F, State>(action: AuditAction, describe: Describe<F, State> = nothing): Audited<F, State> {
  return { kind: 'audited', action, peopleOnly: false, describe };
}

/** Like `audited`, but only when a person is behind it: a plugin without a handle and a reaction are not audited. */
export function auditedOfPeople<F, State>(
  action: AuditAction,
  describe: Describe<F, State> = nothing,
): Audited<F, State> {
  return { kind: 'audited', action, peopleOnly: true, describe };
}

export function notAudited(reason: string): NotAudited {
  return { kind: 'not_audited', reason };
}

export function auditOf<State, F extends Fact>(
  of: StreamType<State, F>,
  { about, facts }: Pick<Audit<State, F>, 'about' | 'facts'>,
): Audit<State, F> {
  return { of, about, facts };
}

/** The audit of a stream none of whose facts the audit needs. */
export function unaudited<State, F extends Fact>(
  of: StreamType<State, F>,
  facts: { readonly [Type in F['type']]: string },
): Audit<State, F> {
  const reasons = Object.entries<string>(facts).map(([type, reason]) => [type, notAudited(reason)]);
  return { of, about: () => null, facts: Object.fromEntries(reasons) as AuditTable<State, F> };
}
