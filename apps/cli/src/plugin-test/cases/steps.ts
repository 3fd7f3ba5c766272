/** Turns the answers of a plugin into a verdict. */
import type { Text, Verdict } from '../case.js';
import { isAccepted, isRejected, shown, type PluginAnswer } from '../plugin-call.js';
import { causeOf } from './causes.js';

/** One answer, and what the case needs it to be. */
export interface Step {
  readonly name: string;
  readonly wants: 'accepted' | 'rejected';
  readonly answer: PluginAnswer;
}

export const accepted = (name: string, answer: PluginAnswer): Step => ({ name, wants: 'accepted', answer });
export const rejected = (name: string, answer: PluginAnswer): Step => ({ name, wants: 'rejected', answer });

const isAsWanted = ({ wants, answer }: Step): boolean =>
  wants === 'accepted' ? isAccepted(answer) : isRejected(answer);

/** Fails with the first answer that is not as wanted. */
export function verdictOf(...steps: readonly Step[]): Verdict {
  const wrong = steps.find((step) => !isAsWanted(step));
  const text = (list: readonly Step[]): string =>
    list.map(({ name, answer }) => `${name}: ${shown(answer)}`).join('; ');
  if (wrong === undefined) return { passed: true, got: text(steps) };
  const cause = causeOf(wrong);
  return { passed: false, got: text(steps.slice(0, steps.indexOf(wrong) + 1)), ...(cause !== null && { cause }) };
}

export const failed = (got: string, fix?: Text): Verdict => ({
  passed: false,
  got,
  ...(fix === undefined ? {} : { fix }),
});
