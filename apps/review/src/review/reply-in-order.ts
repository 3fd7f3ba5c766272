import type { Outcome } from '@kushk/decider';

/**
 * The reply of a reaction's command. These commands refuse only when an earlier fact of the release is still missing;
 * the error makes the broker deliver the fact again.
 */
export function replyInOrder<Reply>(command: string, outcome: Outcome<Reply>): Reply {
  if (outcome.accepted) return outcome.reply;
  throw new Error(`${command} must wait for an earlier fact: ${outcome.refusal.code}`);
}
