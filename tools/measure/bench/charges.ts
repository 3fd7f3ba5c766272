import type { HttpCall } from './http-load.js';
import type { MeteredInstallation } from './metered-installation.js';

/** The requests of a plugin that charges one piece of work after the other. */
export function chargesOf({ apiBase, token }: MeteredInstallation): {
  readonly origin: string;
  /** Different numbers are different charges, also of several runs on one wallet. */
  readonly call: (number: number) => HttpCall;
} {
  const { origin, pathname } = new URL(apiBase);
  let count = 0;
  return {
    origin,
    call: () => {
      count += 1;
      return {
        method: 'POST',
        path: `${pathname}/wallet/consume`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-${count}`,
        },
        body: '{"service":"work","count":1}',
      };
    },
  };
}
