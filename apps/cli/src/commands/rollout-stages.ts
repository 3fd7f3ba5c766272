/** The stages of a rollout and the rule that halts it, as they are typed and shown. */
import type { HaltRule, ReleaseResource, RolloutPlan } from '@kushk/contracts';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';

/** Reads `10:24,50:24,100`: the percentage of each stage, and its hours, which the last one may leave out. */
export function stagesOf(text: string): RolloutPlan {
  const stages = text.split(',').map((part) => {
    const found = /^\s*(\d{1,3}(?:\.\d{1,2})?)%?\s*(?::\s*(\d{1,3}))?\s*$/.exec(part);
    if (found === null)
      throw usageFailure(phrase`"${printable(part)}" is no stage: write PERCENT:HOURS, such as 10:24,50:24,100`);
    return { percent: Number(found[1]), hours: Number(found[2] ?? 0) };
  });
  return { stages };
}

/** Reads `5:50:2`: the percentage points, the calls and the installations. */
function haltRuleOf(text: string): HaltRule {
  const found = /^\s*(\d{1,3}(?:\.\d{1,2})?)\s*:\s*(\d{1,7})\s*:\s*(\d{1,7})\s*$/.exec(text);
  if (found === null)
    throw usageFailure(phrase`"${printable(text)}" is no rule: write POINTS:CALLS:INSTALLATIONS, such as 5:50:2`);
  return { error_points: Number(found[1]), min_calls: Number(found[2]), min_installations: Number(found[3]) };
}

/** The plan of the options `--stages` and `--halt`; null without stages. */
export function planOf({ stages, halt }: { readonly stages?: string; readonly halt?: string }): RolloutPlan | null {
  if (stages === undefined) {
    if (halt !== undefined) throw usageFailure(phrase`--halt needs --stages`);
    return null;
  }
  return { ...stagesOf(stages), ...(halt !== undefined && { halt: haltRuleOf(halt) }) };
}

/**
 * How far a published release is rolled out; nothing when all installations follow it, as those of a hub of an earlier
 * version do, which names no rollout.
 */
export function rolloutLines(
  terminal: Terminal,
  { rollout }: Partial<Pick<ReleaseResource, 'rollout'>>,
): readonly string[] {
  if (rollout === undefined) return [];
  const { state, percent, next_at, reason, figures } = rollout;
  switch (state) {
    case null:
    case 'complete':
      return [];
    case 'running':
      return [
        `  ${terminal.translate`rolled out to ${percent} % of the installations until ${next_at ?? ''}`}`,
        ...(figures === null
          ? []
          : [
              `  ${terminal.translate`${figures.failed_percent ?? 0} % of ${figures.tool_calls + figures.event_attempts} calls failed, ${figures.before?.failed_percent ?? 0} % before`}`,
            ]),
      ];
    case 'halted':
      return [
        terminal.paint(
          'yellow',
          `  ${terminal.translate`the rollout is halted at ${percent} %: ${printable(reason ?? '')}`}`,
        ),
      ];
    case 'superseded':
    case 'ended':
      return [`  ${terminal.translate`the rollout ended at ${percent} %: ${printable(reason ?? '')}`}`];
  }
}
