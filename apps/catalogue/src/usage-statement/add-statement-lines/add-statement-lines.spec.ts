import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { line, linesAdded, placeOf, started } from '../../../test/example-statement.js';
import { FIRST_PLACE, usageStatementStream } from '../usage-statement.js';
import { addStatementLines } from './add-statement-lines.js';

const month = '2026-10';
const upTo = placeOf(month, 'a');
const first = { month, after: FIRST_PLACE, lines: [line(month, 'a')], upTo };

describe('add lines to a statement', () => {
  it('adds the lines that were read after its last place', () => {
    given(usageStatementStream, started(month))
      .when((state) => addStatementLines(first, state))
      .thenFacts(linesAdded(month, 0, first.lines))
      .when((state) =>
        addStatementLines({ ...first, after: upTo, lines: [line(month, 'b')], upTo: placeOf(month, 'b') }, state),
      )
      .thenFacts(linesAdded(month, 1, [line(month, 'b')]));
  });

  it('adds no line twice when two processes have read the same page', () => {
    given(usageStatementStream, started(month), linesAdded(month, 0, first.lines))
      .when((state) => addStatementLines(first, state))
      .thenFacts();
  });
});
