import type { Actor, CallerRole } from '@kushk/contracts';
import type { AnyStreamRef, Outcome, Refused, StatesOf, Streams } from '@kushk/decider';
import type { CommandOver, EventStore } from '@kushk/event-store';
import type { SymbolToken } from '@kushk/runtime';

/** The stream that stores a caller, and the roles that its state gives. */
export interface CallerStream {
  readonly ref: AnyStreamRef;
  rolesOf(state: unknown): readonly string[];
}

/** Finds the stream of a caller. Null for a kind of caller that the service does not store. */
export type CallerStreams = (actor: Actor) => CallerStream | null;

/** A service that decides commands with `decisionRequires` provides it. */
export const CALLER_STREAMS = Symbol('caller_streams') as SymbolToken<CallerStreams>;

export type CommandStore = Pick<EventStore, 'run'>;

/**
 * Returns a store whose commands are refused unless the caller has one of the roles when they are decided. The caller's
 * stream is read with the streams of the command: a change of the role is before or after it, never beside it.
 */
export function storeForCaller(
  store: CommandStore,
  roles: readonly CallerRole[],
  caller: CallerStream | null,
): CommandStore {
  return {
    run: <S extends Streams, Reply>({
      streams,
      decide,
      ...command
    }: CommandOver<S, Reply>): Promise<Outcome<Reply>> => {
      if (caller === null) return Promise.resolve(roleMissing(roles));
      return store.run<S, Reply>({
        ...command,
        streams: { ...streams, caller: caller.ref },
        decide: (states: StatesOf<S> & { readonly caller?: unknown }) => {
          const current = caller.rolesOf(states.caller);
          return roles.some((role) => current.includes(role)) ? decide(states) : roleMissing(roles);
        },
      });
    },
  };
}

/**
 * A literal instead of `refuse`, whose codes the OpenAPI documents list for every command that reaches it. They list
 * this one for the commands that require a role.
 */
function roleMissing(roles: readonly CallerRole[]): Refused {
  return { accepted: false, refusal: { code: 'auth.role_missing', params: { required: roles } } };
}
