import { streamIdOf, type AnyStreamRef } from '@kushk/decider';

/** A stream whose stored state has another state version and whose history is too long to fold in a batch. */
export class StateOutdated extends Error {
  override readonly name = 'StateOutdated';
  readonly refs: readonly AnyStreamRef[];

  constructor(refs: readonly AnyStreamRef[]) {
    super(`the state of ${refs.map(streamIdOf).join(', ')} is not folded yet`);
    this.refs = refs;
  }
}
