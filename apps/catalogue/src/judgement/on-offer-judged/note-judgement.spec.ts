import { describe, it } from '@jest/globals';
import type { Problem } from '@kushk/contracts';
import { givenAll } from '@kushk/testing';
import { submitted } from '../../release/example-release.js';
import { releaseStream } from '../../release/release.js';
import { judgementStream, type JudgementFact } from '../judgement.js';
import { noteJudgement, type NoteJudgement } from './note-judgement.js';

const at = '2026-11-20T09:00:00.000Z';
const of = { instanceId: 'i1', releaseKey: 'ir.acme.invoices@1.0.0' };
const problem: Problem = {
  code: 'plugin_api.incompatible',
  path: '/plugin_api',
  message: '',
  message_fa: '',
  stage: 'instance',
};
const says = (
  accepted: boolean,
  sequence: number,
  problems: readonly Problem[] = accepted ? [] : [problem],
): NoteJudgement => ({ ...of, accepted, sequence, problems, at });
const followed = (sequence: number): JudgementFact => ({ type: 'ReleaseFollowed', data: { ...of, sequence, at } });
const refused = (sequence: number): JudgementFact => ({
  type: 'ReleaseRefused',
  data: { ...of, sequence, problems: [problem], at },
});
const known = (...facts: JudgementFact[]) =>
  givenAll({ judgement: [judgementStream, ...facts], release: [releaseStream, submitted] });

describe('what an instance says of a release', () => {
  it('is noted, and a repeat of it is not', () => {
    known()
      .when((states) => noteJudgement(says(true, 1), states))
      .thenFactsOf({ judgement: [followed(1)] });
    known()
      .when((states) => noteJudgement(says(false, 1), states))
      .thenFactsOf({ judgement: [refused(1)] });
    known(followed(1))
      .when((states) => noteJudgement(says(true, 1), states))
      .thenFacts();
  });

  it('does not undo that it follows, when an old word was refused', () => {
    known(followed(2))
      .when((states) => noteJudgement(says(false, 1), states))
      .thenFacts();
    known(followed(2))
      .when((states) => noteJudgement(says(false, 2), states))
      .thenFacts();
  });

  it('is overtaken by a later acceptance, not by an earlier refusal', () => {
    known(refused(1))
      .when((states) => noteJudgement(says(true, 3), states))
      .thenFactsOf({ judgement: [followed(3)] })
      .thenState({ judgement: { refusal: null } });
    known(refused(3))
      .when((states) => noteJudgement(says(false, 1), states))
      .thenFacts();
  });

  it('is ignored where the hub knows no such release, and cut where it is endless', () => {
    givenAll({ judgement: [judgementStream], release: [releaseStream] })
      .when((states) => noteJudgement(says(true, 1), states))
      .thenFacts();
    known()
      .when((states) => noteJudgement(says(false, 1, Array<Problem>(500).fill(problem)), states))
      .thenState({ judgement: { refusal: { problems: { length: 100 } } } });
  });
});
