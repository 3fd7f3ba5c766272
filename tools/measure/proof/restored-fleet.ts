/** What the proofs of restores do on a fleet: publish, and repeat while servers start. */
import { apiClient, type Api } from '../../run/seed/api.js';
import type { FleetFile } from '../bench/whole-system.js';
import { eventually } from './delivery-system.js';

export const plugins = 10;
const completeWithinMs = 90_000;
/** A port on which nothing listens: what the plugins receive is not part of these proofs. */
export const base_url = 'http://127.0.0.1:9';

/** Who publishes a release, from the submission on. */
export function partiesOf({ hub, publisher, staff }: FleetFile): {
  readonly publisher: Api;
  readonly reviewer: Api;
  readonly operator: Api;
} {
  const api = (path: string, token: string): Api => apiClient(`${hub.base_url}${path}`, token);
  return {
    publisher: api('/developer/v1', publisher.key),
    reviewer: api('/operator/v1', staff.reviewer_token),
    operator: api('/operator/v1', staff.operator_token),
  };
}

/** Repeats while the servers start. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  let failure: unknown;
  await eventually(async () => {
    try {
      result = { value: await work() };
    } catch (error) {
      failure = error;
    }
    return result !== undefined;
  }, completeWithinMs / 3);
  if (result === undefined) throw failure;
  return result.value;
}
