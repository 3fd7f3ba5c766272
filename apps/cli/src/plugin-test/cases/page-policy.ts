import { frameAncestorsProblem } from '@kushk/manifest';
import type { Verdict } from '../case.js';
import { isAccepted, shown, type PluginAnswer } from '../plugin-call.js';
import { failed } from './steps.js';

/** Whether the service may embed a page, by the rule with which an instance decides it. */
export function pageVerdict(path: string, answer: PluginAnswer, serviceOrigin: string): Verdict {
  if (!isAccepted(answer)) return failed(`${path}: ${shown({ ...answer, body: '' })}`);
  const found = frameAncestorsProblem(answer.headers['content-security-policy'], serviceOrigin);
  if (found === null) return { passed: true, got: `${path}: frame-ancestors ${serviceOrigin}` };
  const sources = 'sources' in found ? `: frame-ancestors ${found.sources}` : '';
  return failed(`${path}: ${found.code}${sources}`);
}
