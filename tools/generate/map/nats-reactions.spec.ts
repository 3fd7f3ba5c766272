import { describe, expect, it } from '@jest/globals';
import { forwardingReaction, reactionsOf } from '@kushk/contracts';
import type { Reaction } from './handlers.js';
import { reactionProblems } from './nats-reactions.js';
import { publicFacts } from './contracts.js';

/** A reaction to the first public fact of this service. */
function reactionTo(app: string, publisher: string, reaction: string): Reaction {
  const fact = [...publicFacts.values()].find(({ service }) => service === publisher);
  const [group = '', member = ''] = fact?.name.split('.') ?? [];
  return { app, reaction, group, member, file: '', facts: [], streams: [] } as unknown as Reaction;
}
const problems = (reactions: readonly Reaction[]): string[] =>
  reactionProblems({ handlers: { requestHandlers: [], reactions, backgroundTasks: [] } });
const permitted = Object.entries(reactionsOf).flatMap(([app, reactions]) =>
  reactions
    .filter(({ reaction }) => reaction !== forwardingReaction)
    .map(({ publisher, reaction }) => reactionTo(app, publisher, reaction)),
);

describe('the reactions of the services', () => {
  it('match their NATS permissions when every reaction is permitted and no other one', () => {
    expect(problems(permitted)).toEqual([]);
  });

  it('do not match when a reaction has no permission, or a permission has no reaction', () => {
    expect(problems([...permitted, reactionTo('wallet', 'workspace', 'on-record')])).toEqual([
      'wallet workspace on-record is not in reactionsOf of the contracts',
    ]);
    expect(problems(permitted.filter(({ app }) => app !== 'review'))).toEqual([
      'review catalogue on-release is permitted and has no handler',
    ]);
  });
});
