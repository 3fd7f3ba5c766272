import { describe, it } from '@jest/globals';
import type { Problem } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { submitted } from '../../../test/example-release.js';
import { releaseStream } from '../../release/release.js';
import { evaluationStream, type EvaluationFact } from '../evaluation.js';
import { recordEvaluation, type RecordEvaluation } from './record-evaluation.js';

const at = '2026-11-20T09:00:00.000Z';
const target = { instanceId: 'i1', releaseKey: 'ir.acme.invoices@1.0.0' };
const problem: Problem = {
  code: 'plugin_api.incompatible',
  severity: 'error',
  path: '/plugin_api',
  message: '',
  message_fa: '',
  stage: 'instance',
};
const accepts = (sequence: number): RecordEvaluation => ({ ...target, accepted: true, sequence, problems: [], at });
const refuses = (sequence: number, problems: readonly Problem[] = [problem]): RecordEvaluation => ({
  ...target,
  accepted: false,
  sequence,
  problems,
  at,
});
const accepted = (sequence: number): EvaluationFact => ({
  type: 'StatementAccepted',
  data: { ...target, sequence, at },
});
const refused = (sequence: number): EvaluationFact => ({
  type: 'StatementRefused',
  data: { ...target, sequence, problems: [problem], at },
});
const evaluated = (...facts: EvaluationFact[]) =>
  given({ evaluation: [evaluationStream, ...facts], release: [releaseStream, submitted] });

describe('record evaluation', () => {
  it('records that the instance accepted the statement', () => {
    evaluated()
      .when((states) => recordEvaluation(accepts(1), states))
      .thenFactsOf({ evaluation: [accepted(1)] });
  });

  it('records that the instance rejected the statement, with the problems', () => {
    evaluated()
      .when((states) => recordEvaluation(refuses(1), states))
      .thenFactsOf({ evaluation: [refused(1)] });
  });

  it('ignores a repeated acceptance', () => {
    evaluated(accepted(1))
      .when((states) => recordEvaluation(accepts(1), states))
      .thenFacts()
      .thenReplies({ recorded: false });
  });

  it.each([1, 2])('ignores the rejection of statement %i after statement 2 was accepted', (sequence) => {
    evaluated(accepted(2))
      .when((states) => recordEvaluation(refuses(sequence), states))
      .thenFacts();
  });

  it('replaces a rejection with a later acceptance', () => {
    evaluated(refused(1))
      .when((states) => recordEvaluation(accepts(3), states))
      .thenFactsOf({ evaluation: [accepted(3)] })
      .thenState({ evaluation: { status: 'accepted', acceptedSequence: 3 } });
  });

  it('ignores the rejection of a statement that is older than the last rejected one', () => {
    evaluated(refused(3))
      .when((states) => recordEvaluation(refuses(1), states))
      .thenFacts();
  });

  it('ignores a release that the hub does not know', () => {
    given({ evaluation: [evaluationStream], release: [releaseStream] })
      .when((states) => recordEvaluation(accepts(1), states))
      .thenFacts();
  });

  it('stores at most 100 problems of a rejection', () => {
    evaluated()
      .when((states) => recordEvaluation(refuses(1, Array<Problem>(500).fill(problem)), states))
      .thenState({ evaluation: { problems: { length: 100 } } });
  });
});
