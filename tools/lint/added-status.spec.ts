import { describe, expect, it } from '@jest/globals';
import { decisionsOver, errorsToday, errorsWithAddedStatus, type StateType } from './added-status.js';

/** The states whose decisions must handle every status. A new stream with statuses gets a line here. */
const states: readonly StateType[] = [
  { file: 'apps/wallet/src/wallet/wallet.ts', name: 'Wallet', like: 'open' },
  { file: 'apps/wallet/src/hold/hold.ts', name: 'Hold', like: 'open' },
  { file: 'apps/workspace/src/organisation/organisation.ts', name: 'Organisation', like: 'active' },
  { file: 'apps/workspace/src/person/person.ts', name: 'Person', like: 'active' },
  { file: 'apps/workspace/src/installation/installation.ts', name: 'Installation', like: 'active' },
  { file: 'apps/workspace/src/record/record.ts', name: 'PluginRecord', like: 'present' },
  { file: 'apps/workspace/src/proposal/proposal.ts', name: 'Proposal', like: 'pending' },
  { file: 'apps/installation/src/installation/installation.ts', name: 'Installation', like: 'installed' },
  { file: 'apps/installation/src/listing/listing.ts', name: 'Listing', like: 'listed' },
  { file: 'apps/delivery/src/endpoint/endpoint.ts', name: 'Endpoint', like: 'registered' },
  { file: 'apps/review/src/review/review.ts', name: 'Review', like: 'submitted' },
  { file: 'apps/catalogue/src/publisher/publisher.ts', name: 'Publisher', like: 'known' },
  { file: 'apps/catalogue/src/key/key.ts', name: 'Key', like: 'active' },
  { file: 'apps/catalogue/src/plugin/plugin.ts', name: 'Plugin', like: 'owned' },
  { file: 'apps/catalogue/src/release/release.ts', name: 'Release', like: 'submitted' },
  { file: 'apps/catalogue/src/instance/instance.ts', name: 'Instance', like: 'registered' },
  { file: 'apps/catalogue/src/evaluation/evaluation.ts', name: 'Evaluation', like: 'accepted' },
  { file: 'apps/catalogue/src/usage/usage-report.ts', name: 'UsageReportState', like: 'open' },
];

describe.each(states)('the decisions over $name in $file', (state) => {
  const decisions = decisionsOver(state);

  it('compile today', () => {
    expect(decisions.length).toBeGreaterThan(0);
    expect(errorsToday(decisions)).toEqual(Object.fromEntries(decisions.map((file) => [file, 0])));
  });

  it('do not compile, every one of them, when the state has one more status', () => {
    const errors = errorsWithAddedStatus(state, decisions);
    expect(decisions.filter((file) => errors[file] === 0)).toEqual([]);
  });
});

describe('the decisions over the wallet', () => {
  it('are found by folder', () => {
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
