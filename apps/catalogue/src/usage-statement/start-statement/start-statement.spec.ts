import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { closed, started } from '../../../test/example-statement.js';
import { usageStatementStream } from '../usage-statement.js';
import { startStatement } from './start-statement.js';

describe('start a statement', () => {
  it('begins with the first month, and then with the month after the last one only', () => {
    given(usageStatementStream)
      .when((state) => startStatement(started('2026-10').data, state))
      .thenFacts(started('2026-10'));
    given(usageStatementStream, started('2026-10'), closed('2026-10'))
      .when((state) => startStatement(started('2026-12').data, state))
      .thenFacts()
      .when((state) => startStatement(started('2026-11').data, state))
      .thenFacts(started('2026-11'));
  });

  it('changes nothing when another process has started it', () => {
    given(usageStatementStream, started('2026-10'))
      .when((state) => startStatement(started('2026-10').data, state))
      .thenFacts();
  });
});
