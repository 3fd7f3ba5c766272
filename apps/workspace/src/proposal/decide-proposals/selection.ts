/** What a request to decide many proposals selects. */
import {
  freeTextProblems,
  requestProblem,
  type Problem,
  type RequestOf,
  type workspaceDecisions,
} from '@kushk/contracts';
import { reasonRule } from '../proposal.js';

type Request = RequestOf<typeof workspaceDecisions.decideProposals>;

/** Returns the problems of a request: it names the proposals, or those of the list that match a filter, not both. */
export function selectionProblems(request: Request): readonly Problem[] {
  const { ids, filter, before, expected_count: expectedCount, action, reason } = request;
  const problems: Problem[] = [];
  if (ids !== null) {
    for (const [field, value] of Object.entries({ filter, before, expected_count: expectedCount }))
      if (value !== null) problems.push(notAllowed(`/${field}`, 'ids'));
  } else {
    if (filter === null) problems.push(required('/ids'));
    if (before === null) problems.push(required('/before'));
    if (expectedCount === null) problems.push(required('/expected_count'));
  }
  if (reason !== null)
    problems.push(
      ...(action === 'apply' ? [notAllowed('/reason', 'apply')] : freeTextProblems('/reason', reason, reasonRule)),
    );
  return problems;
}

function required(path: string): Problem {
  return requestProblem('required', path, { message: 'is required', message_fa: 'الزامی است' });
}

function notAllowed(path: string, beside: string): Problem {
  return requestProblem('not_allowed', path, {
    message: `is not accepted together with ${beside}`,
    message_fa: `همراه با ${beside} پذیرفته نمی‌شود`,
  });
}
