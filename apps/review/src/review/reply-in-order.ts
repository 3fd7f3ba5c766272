import { PrerequisiteMissing, type Outcome } from '@kushk/decider';

/**
 * Returns the reply of a command that handles a public fact. Such a command is rejected only when an earlier fact of
 * the release is still missing; the fact waits for it.
 */
export function replyInOrder<Reply>(command: string, outcome: Outcome<Reply>): Reply {
  if (outcome.accepted) return outcome.reply;
  throw new PrerequisiteMissing(`${command} must wait for an earlier fact: ${outcome.refusal.code}`);
}
