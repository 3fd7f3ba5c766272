import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '@kushk/api-client';
import { fieldProblemsOf } from './field-problems.js';

const refused = (problems: unknown): ProblemError =>
  new ProblemError({
    title: 'Invalid',
    status: 400,
    code: 'request.invalid',
    params: { problems },
    request_id: 'req_1',
  });
const hours = { path: '/rollout/stages/0/hours', message: 'from 1 to 720', message_fa: 'از ۱ تا ۷۲۰' };
const replaces = { path: '/replaces', message: 'must be a string', message_fa: 'باید رشته باشد' };

describe('the problems of a refused form', () => {
  it('are at their fields, in the language of the page, and the rest is listed', () => {
    const problems = fieldProblemsOf(refused([hours, replaces, hours]), 'fa');
    expect(problems.at('/rollout/stages')).toEqual(['از ۱ تا ۷۲۰']);
    expect(problems.at('/roll')).toEqual([]);
    expect(problems.rest(['/rollout'])).toEqual([{ path: '/replaces', text: 'باید رشته باشد' }]);
  });

  it('are none when the service names none, or does not answer', () => {
    expect(fieldProblemsOf(refused(undefined), 'en').rest([])).toEqual([]);
    expect(fieldProblemsOf(new TypeError('offline'), 'en').rest([])).toEqual([]);
  });
});
