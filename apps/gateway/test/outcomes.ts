import type { Outcome } from '@kushk/decider';

export function accepted<Reply>(reply: Reply, replayed = false): Outcome<Reply> {
  return { accepted: true, reply, replayed };
}

export function refused(code: string, params: Readonly<Record<string, unknown>> = {}): Outcome<never> {
  return { accepted: false, refusal: { code, params } };
}
