/**
 * The plan of a rollout as people type it. The stages are `10:24, 50:24, 100`, the percentage and the hours of each; of
 * the rule by which the hub halts them, what is empty has its default.
 */
import type { PortalComponents } from '@kushk/api-client';
import type { MAX_STAGE_HOURS as MAX_STAGE_HOURS_OF_HUB, MAX_STAGES as MAX_STAGES_OF_HUB } from '@kushk/contracts';
import type { UNREADABLE } from '@kushk/ui';

type Rollout = PortalComponents['schemas']['ReleaseResource']['rollout'];
type Rule = Rollout['halt'];
type Stages = Rollout['stages'];

export type TypedRule = { readonly [Name in keyof Rule]?: number | typeof UNREADABLE | undefined };
export interface TypedPlan {
  readonly stages: string;
  readonly halt: TypedRule;
}
export interface RolloutPlan {
  readonly stages: Stages;
  readonly halt?: Partial<Rule>;
}
export const NO_PLAN: TypedPlan = { stages: '', halt: {} };

/** Null without stages. */
export function planOf({ stages: text, halt }: TypedPlan): RolloutPlan | 'unreadable' | null {
  if (text.trim() === '') return null;
  const stages = stagesOf(text);
  const thresholds = Object.entries(halt).filter(([, value]) => value !== undefined);
  if (stages === null || stagesProblem(text) !== null || thresholds.some(([, value]) => typeof value !== 'number'))
    return 'unreadable';
  return thresholds.length === 0 ? { stages } : { stages, halt: Object.fromEntries(thresholds) as Partial<Rule> };
}

const MAX_STAGES: typeof MAX_STAGES_OF_HUB = 10;
const MAX_STAGE_HOURS: typeof MAX_STAGE_HOURS_OF_HUB = 720;

/** What is wrong with the stages in a text, by the rules of the hub; null when nothing is. */
export function stagesProblem(text: string): 'form' | 'count' | 'percent' | 'order' | 'last' | 'hours' | null {
  const stages = stagesOf(text);
  if (stages === null) return 'form';
  if (stages.length > MAX_STAGES) return 'count';
  if (stages.some(({ percent }) => percent <= 0 || percent > 100)) return 'percent';
  if (stages.some(({ percent }, index) => index > 0 && percent <= stages[index - 1]!.percent)) return 'order';
  const isLast = (index: number): boolean => index === stages.length - 1;
  if (stages.some(({ hours }, index) => (hours === 0 && !isLast(index)) || hours > MAX_STAGE_HOURS)) return 'hours';
  return stages.at(-1)?.percent === 100 ? null : 'last';
}

/** Null for a text that has another form. The hours of a stage without them are 0. */
export function stagesOf(text: string): Stages | null {
  const stages = latin(text)
    .split(/[,،]/)
    .map((part) => /^\s*(\d{1,3}(?:\.\d{1,2})?)\s*[%٪]?\s*(?::\s*(\d{1,3}))?\s*$/.exec(part));
  if (stages.some((found) => found === null)) return null;
  return stages.map((found) => ({ percent: Number(found![1]), hours: Number(found![2] ?? 0) }));
}

/** With Latin digits in place of Persian and Arabic ones. */
function latin(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
