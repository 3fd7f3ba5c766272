/** Compares the reactions of the services with the NATS permissions of the contracts. */
import { forwardingReaction, reactionsOf } from '@kushk/contracts';
import { subjectOf, type SystemMap } from './system-map.js';

/**
 * Returns one line per reaction that is in only one of the two. Without a permission a reaction receives nothing, and a
 * permission without a reaction is too much.
 */
export function reactionProblems({ handlers }: Pick<SystemMap, 'handlers'>): string[] {
  const handled = handlers.reactions.map((one) => `${one.app} ${subjectOf(one).service} ${one.reaction}`);
  const permitted = Object.entries(reactionsOf).flatMap(([service, reactions]) =>
    reactions
      .filter(({ reaction }) => reaction !== forwardingReaction)
      .map(({ publisher, reaction }) => `${service} ${publisher} ${reaction}`),
  );
  return [
    ...handled.filter((one) => !permitted.includes(one)).map((one) => `${one} is not in reactionsOf of the contracts`),
    ...permitted.filter((one) => !handled.includes(one)).map((one) => `${one} is permitted and has no handler`),
  ];
}
