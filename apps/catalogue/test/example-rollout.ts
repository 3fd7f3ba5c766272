/** Example histories of a rollout, shared by the specs. */
import type { RolloutFigures, RolloutStage } from '@kushk/contracts';
import { pluginStream, type PluginFact } from '../src/plugin/plugin.js';
import { releaseStream } from '../src/release/release.js';
import type { RolloutChange } from '../src/rollout/rollout-change.js';
import { rolloutStream, type RolloutFact } from '../src/rollout/rollout.js';
import { approval as statement, historyTo, manifest, signRollout } from './example-release.js';

export const stages: readonly RolloutStage[] = [
  { percent: 10, hours: 24 },
  { percent: 50, hours: 12 },
  { percent: 100, hours: 6 },
];
export const startedAt = '2026-11-20T00:00:00.000Z';
export const hoursLater = (hours: number): string => new Date(Date.parse(startedAt) + hours * 3_600_000).toISOString();
export const changeAt = (at: string): RolloutChange => ({
  pluginId: manifest.id,
  version: manifest.version,
  at,
  signRollout,
});

const signed = { sequence: Date.parse(startedAt), statement };
const startedWith = (isTightened: boolean): RolloutFact => ({
  type: 'RolloutStarted',
  data: {
    ...signed,
    pluginId: manifest.id,
    version: manifest.version,
    publisherId: 'acme',
    stages,
    isTightened,
    newest: manifest.version,
    at: startedAt,
  },
});
export const started = startedWith(false);
export const tightened = startedWith(true);
export const stageReached = (stage: number, hours: number): RolloutFact => ({
  type: 'RolloutStageReached',
  data: { ...signed, stage, at: hoursLater(hours) },
});
export const haltedBy = (party: 'publisher' | 'operator'): RolloutFact => ({
  type: 'RolloutHalted',
  data: { ...signed, party, reason: 'It fails', by: 'key_1', at: hoursLater(1) },
});
export const resumed = (at: string): RolloutFact => ({
  type: 'RolloutResumed',
  data: { ...signed, party: 'operator', by: 'olga', at },
});
export const ended: RolloutFact = { type: 'RolloutEnded', data: { ...signed, cause: 'suspended', at: hoursLater(1) } };
export const superseded: RolloutFact = {
  type: 'RolloutSuperseded',
  data: { ...signed, newer: '1.5.0', at: hoursLater(1) },
};
export const completed: RolloutFact = { type: 'RolloutCompleted', data: { ...signed, by: null, at: hoursLater(42) } };

/** They reach the default rule. */
export const failingFigures: RolloutFigures = {
  since: startedAt,
  as_of: hoursLater(2),
  tool_calls: 100,
  tool_errors: 10,
  event_attempts: 0,
  event_failures: 0,
  failed_percent: 10,
  p95_ms: 100,
  installations: 3,
  removals: 0,
  before: null,
  error_points: 10,
  partial: false,
  instances: { reported: 1, silent: 0 },
};

/** The plugin with these published versions, the release in status `published`, and its rollout with these facts. */
export function rolloutOf(facts: readonly RolloutFact[], published: readonly string[] = [manifest.version]) {
  const issued = published.map((version, index): PluginFact => ({
    type: 'StatementIssued',
    data: { sequence: index + 1, version, status: 'published', at: startedAt },
  }));
  const claimed: PluginFact = { type: 'PluginClaimed', data: { publisherId: 'acme', at: startedAt } };
  return {
    rollout: [rolloutStream, ...facts] as const,
    plugin: [pluginStream, claimed, ...issued] as const,
    release: [releaseStream, ...historyTo.published] as const,
  };
}
