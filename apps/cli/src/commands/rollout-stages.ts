/** The stages of a rollout, as they are typed and shown. */
import type { ReleaseResource, RolloutPlan } from '@kushk/contracts';
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

/** How far a published release is rolled out; nothing when all installations follow it. */
export function rolloutLines(terminal: Terminal, { rollout }: Pick<ReleaseResource, 'rollout'>): readonly string[] {
  const { state, percent, next_at, reason } = rollout;
  switch (state) {
    case null:
    case 'complete':
      return [];
    case 'running':
      return [`  ${terminal.translate`rolled out to ${percent} % of the installations until ${next_at ?? ''}`}`];
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
