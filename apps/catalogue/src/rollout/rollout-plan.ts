/** The stages that a publisher submits with a release, and that the operator may tighten. */
import {
  DEFAULT_HALT_RULE,
  MAX_STAGE_HOURS,
  MAX_STAGES,
  requestProblem,
  type HaltRule,
  type Problem,
  type RolloutPlan,
  type RolloutStage,
} from '@kushk/contracts';

const MAX_HALT_COUNT = 1_000_000;
const HALT_FIELDS = ['error_points', 'min_calls', 'min_installations'] as const satisfies readonly (keyof HaltRule)[];
/** All installations follow at once. */
export const AT_ONCE: RolloutPlan = { stages: [{ percent: 100, hours: 0 }] };

const texts = {
  object: {
    message: 'must be an object with stages and halt alone',
    message_fa: 'باید شیئی فقط با فیلدهای stages و halt باشد',
  },
  halt: {
    message: 'must be an object with error_points, min_calls and min_installations alone',
    message_fa: 'باید شیئی فقط با فیلدهای error_points، min_calls و min_installations باشد',
  },
  points: {
    message: 'must be a number above 0 and at most 100 with at most two decimal places',
    message_fa: 'باید عددی بیشتر از ۰ و حداکثر ۱۰۰ با حداکثر دو رقم اعشار باشد',
  },
  count: {
    message: 'must be a whole number from 1 to 1,000,000',
    message_fa: 'باید عددی صحیح از ۱ تا ۱٬۰۰۰٬۰۰۰ باشد',
  },
  later: {
    message: 'halts later than what the publisher has submitted',
    message_fa: 'دیرتر از آنچه ناشر فرستاده انتشار را متوقف می‌کند',
  },
  stages: {
    message: `must be a list of 1 to ${MAX_STAGES} stages`,
    message_fa: 'باید فهرستی از ۱ تا ۱۰ مرحله باشد',
  },
  stage: {
    message: 'must be an object with percent and hours alone',
    message_fa: 'باید شیئی فقط با فیلدهای percent و hours باشد',
  },
  percent: {
    message: 'must be a number above 0 and at most 100 with at most two decimal places',
    message_fa: 'باید عددی بیشتر از ۰ و حداکثر ۱۰۰ با حداکثر دو رقم اعشار باشد',
  },
  hours: {
    message: `must be a whole number from 1 to ${MAX_STAGE_HOURS}; the last stage may have 0`,
    message_fa: 'باید عددی صحیح از ۱ تا ۷۲۰ باشد؛ مرحلهٔ آخر می‌تواند ۰ باشد',
  },
  increasing: {
    message: 'must be higher than that of the stage before',
    message_fa: 'باید از درصد مرحلهٔ قبل بیشتر باشد',
  },
  last: { message: 'must be 100 in the last stage', message_fa: 'در مرحلهٔ آخر باید ۱۰۰ باشد' },
  wider: {
    message: 'reaches more installations, or ends earlier, than what the publisher has submitted',
    message_fa: 'زودتر یا به نصب‌های بیشتری از آنچه ناشر فرستاده می‌رسد',
  },
};

/** The problems of a plan that was sent; empty for a valid one, and for null. `path` is its JSON Pointer. */
export function planProblems(path: string, value: unknown): readonly Problem[] {
  if (value === undefined || value === null) return [];
  if (!isObjectWith(value, ['stages', 'halt'])) return [requestProblem('type', path, texts.object)];
  const { stages, halt } = value;
  const ofHalt = haltProblems(`${path}/halt`, halt);
  if (!Array.isArray(stages) || stages.length === 0 || stages.length > MAX_STAGES)
    return [requestProblem('type', `${path}/stages`, texts.stages), ...ofHalt];
  const ofStages = stages.flatMap((stage: unknown, index) => {
    const place = `${path}/stages/${index}`;
    if (!isObjectWith(stage, ['percent', 'hours'])) return [requestProblem('type', place, texts.stage)];
    const isLast = index === stages.length - 1;
    return [...percentProblems(`${place}/percent`, stages, index), ...hoursProblems(`${place}/hours`, stage, isLast)];
  });
  return [...ofStages, ...ofHalt];
}

/** An absent threshold is that of `DEFAULT_HALT_RULE`. */
function haltProblems(path: string, value: unknown): readonly Problem[] {
  if (value === undefined || value === null) return [];
  if (!isObjectWith(value, HALT_FIELDS)) return [requestProblem('type', path, texts.halt)];
  return HALT_FIELDS.flatMap((field) => {
    const number = value[field] ?? DEFAULT_HALT_RULE[field];
    if (field === 'error_points')
      return isPercent(number) ? [] : [requestProblem('range', `${path}/${field}`, texts.points)];
    const isValid = typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= MAX_HALT_COUNT;
    return isValid ? [] : [requestProblem('range', `${path}/${field}`, texts.count)];
  });
}

function percentProblems(path: string, stages: readonly unknown[], index: number): readonly Problem[] {
  const percent = percentAt(stages, index);
  if (percent === null) return [requestProblem('range', path, texts.percent)];
  if (index > 0 && percent <= (percentAt(stages, index - 1) ?? 0))
    return [requestProblem('order', path, texts.increasing)];
  if (index === stages.length - 1 && percent !== 100) return [requestProblem('range', path, texts.last)];
  return [];
}

function percentAt(stages: readonly unknown[], index: number): number | null {
  const percent = (stages[index] as { readonly percent?: unknown } | null)?.percent;
  return isPercent(percent) ? percent : null;
}

function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 100 && Math.round(value * 100) / 100 === value;
}

function hoursProblems(path: string, { hours }: Record<string, unknown>, isLast: boolean): readonly Problem[] {
  const isValid = typeof hours === 'number' && Number.isInteger(hours) && hours >= (isLast ? 0 : 1);
  return isValid && hours <= MAX_STAGE_HOURS ? [] : [requestProblem('range', path, texts.hours)];
}

function isObjectWith(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((name) => names.includes(name));
}

interface Sent {
  readonly stages: readonly RolloutStage[];
  readonly halt?: Partial<HaltRule> | null;
}

/** The plan in JSON that has no problems; null when none was sent. */
export function planOf(value: unknown): RolloutPlan | null {
  if (value === undefined || value === null) return null;
  const { stages, halt } = value as Sent;
  const plan = { stages: stages.map(({ percent, hours }) => ({ percent, hours })) };
  if (halt === undefined || halt === null) return plan;
  const rule = HALT_FIELDS.map((field) => [field, halt[field] ?? DEFAULT_HALT_RULE[field]] as const);
  return { ...plan, halt: Object.fromEntries(rule) as unknown as HaltRule };
}

/** The problems of a plan of the operator's that is wider than the publisher's at some time; empty otherwise. */
export function tighteningProblems(path: string, tightened: RolloutPlan, submitted: RolloutPlan): readonly Problem[] {
  const { halt = DEFAULT_HALT_RULE } = submitted;
  const later = HALT_FIELDS.find((field) => (tightened.halt ?? halt)[field] > halt[field]);
  if (later !== undefined) return [requestProblem('wider', `${path}/halt/${later}`, texts.later)];
  const limits = beginningsOf(submitted.stages);
  const wider = beginningsOf(tightened.stages).findIndex(({ afterHours, percent }) =>
    limits.every((limit) => limit.afterHours > afterHours || limit.percent < percent),
  );
  if (wider >= 0) return [requestProblem('wider', `${path}/stages/${wider}`, texts.wider)];
  const isShorter = totalHours(tightened.stages) < totalHours(submitted.stages);
  return isShorter ? [requestProblem('wider', `${path}/stages`, texts.wider)] : [];
}

function beginningsOf(stages: readonly RolloutStage[]) {
  return stages.map(({ percent }, index) => ({ percent, afterHours: totalHours(stages.slice(0, index)) }));
}

function totalHours(stages: readonly RolloutStage[]): number {
  return stages.reduce((total, { hours }) => total + hours, 0);
}

/** Whether a plan holds nothing back. */
export function isAtOnce({ stages: [first] }: RolloutPlan): boolean {
  return first?.percent === 100 && first.hours === 0;
}
