import { describe, expect, it } from '@jest/globals';
import { decisionsOver, errorsToday, errorsWithAddedStatus, type StateType } from './added-status.js';

/** The state types whose decisions must handle every status. Add a line for each new stream with statuses. */
const states: readonly StateType[] = [
  { file: 'apps/wallet/src/wallet/wallet.ts', name: 'Wallet', like: 'open' },
  { file: 'apps/wallet/src/hold/hold.ts', name: 'Hold', like: 'open' },
  { file: 'apps/workspace/src/organisation/organisation.ts', name: 'Organisation', like: 'active' },
  { file: 'apps/workspace/src/person/person.ts', name: 'Person', like: 'active' },
  { file: 'apps/workspace/src/installation/installation.ts', name: 'Installation', like: 'active' },
  { file: 'apps/workspace/src/record/record.ts', name: 'PluginRecord', like: 'present' },
  {
    file: 'apps/workspace/src/proposal/proposal.ts',
    name: 'Proposal',
    like: 'pending',
    passedOnBy: ['apps/workspace/src/proposal/make-proposal/apply-by-rule.ts'],
  },
  {
    file: 'apps/workspace/src/source/source.ts',
    name: 'Source',
    like: 'pending',
    passedOnBy: ['apps/workspace/src/source/dismiss-source/dismiss-source.ts'],
  },
  { file: 'libs/person-session/src/person-session.ts', name: 'PersonSession', like: 'active' },
  { file: 'apps/installation/src/installation/installation.ts', name: 'Installation', like: 'installed' },
  { file: 'apps/installation/src/listing/listing.ts', name: 'Listing', like: 'listed' },
  { file: 'apps/delivery/src/endpoint/endpoint.ts', name: 'Endpoint', like: 'registered' },
  { file: 'apps/review/src/review/review.ts', name: 'Review', like: 'submitted' },
  { file: 'apps/catalogue/src/publisher/publisher.ts', name: 'Publisher', like: 'known' },
  { file: 'apps/catalogue/src/member/member.ts', name: 'Member', like: 'active' },
  { file: 'apps/catalogue/src/key/key.ts', name: 'Key', like: 'active' },
  { file: 'apps/catalogue/src/plugin/plugin.ts', name: 'Plugin', like: 'owned' },
  { file: 'apps/catalogue/src/release/release.ts', name: 'Release', like: 'submitted' },
  { file: 'apps/catalogue/src/instance/instance.ts', name: 'Instance', like: 'registered' },
  { file: 'apps/catalogue/src/evaluation/evaluation.ts', name: 'Evaluation', like: 'accepted' },
  { file: 'apps/catalogue/src/usage/usage-report.ts', name: 'UsageReportState', like: 'open' },
];

describe.each(states)('the decisions that take the $name state of $file', (state) => {
  const decisions = decisionsOver(state);

  it('compile without type errors', () => {
    expect(decisions.length).toBeGreaterThan(0);
    expect(errorsToday(decisions)).toEqual(Object.fromEntries(decisions.map((file) => [file, 0])));
  });

  it('all fail to compile when the state type gets one more status', () => {
    const errors = errorsWithAddedStatus(state, decisions);
    expect(decisions.filter((file) => errors[file] === 0)).toEqual([]);
  });
});

describe('decisionsOver', () => {
  it('finds the decisions that take the wallet state in all folders of the service', () => {
    const names = decisionsOver(states[0]!).map((file) => file.split('/').at(-1));
    expect(names).toEqual(
      expect.arrayContaining([
        'expire-hold.ts',
        'place-hold.ts',
        'release-hold.ts',
        'settle-hold.ts',
        'change-prices.ts',
        'choose-plan.ts',
        'close-wallet.ts',
        'consume-mu.ts',
        'grant-mu.ts',
        'open-wallet.ts',
      ]),
    );
  });
});
