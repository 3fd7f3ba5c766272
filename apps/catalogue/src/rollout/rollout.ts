/**
 * How the existing installations move to a published release, in the stream `rollout-<plugin_id>@<version>`
 * (docs/reference/rollout.md). A release that all installations follow at its publication has no facts here.
 */
import {
  DEFAULT_HALT_RULE,
  type DsseEnvelope,
  type HaltRule,
  type RolloutFigures,
  type RolloutParty,
  type RolloutStage,
} from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

/** The statement that the hub signed for the instances. `sequence` increases per release. */
export interface SignedRollout {
  readonly sequence: number;
  readonly statement: DsseEnvelope;
}

interface StartedRollout {
  readonly pluginId: string;
  readonly version: string;
  readonly publisherId: string;
  readonly stages: readonly RolloutStage[];
  /** Whether the operator has tightened the publisher's stages. */
  readonly isTightened: boolean;
  /** The newest version of the plugin when the rollout started, perhaps this one. A higher one supersedes it. */
  readonly newest: string;
}
export type RolloutStarted = Fact<
  'RolloutStarted',
  // Without a rule, a rollout was started before rules existed; the default applies.
  SignedRollout & StartedRollout & { readonly halt?: HaltRule; readonly at: string }
>;
export type RolloutFact =
  | RolloutStarted
  | Fact<'RolloutStageReached', SignedRollout & { readonly stage: number; readonly at: string }>
  /** `by` is null when the last stage has ended. */
  | Fact<'RolloutCompleted', SignedRollout & { readonly by: string | null; readonly at: string }>
  | Fact<
      'RolloutHalted',
      SignedRollout & {
        readonly party: RolloutParty;
        readonly reason: string;
        /** Only of `hub`: those that made it halt. */
        readonly figures?: RolloutFigures;
        /** Null for `hub`. */
        readonly by: string | null;
        readonly at: string;
      }
    >
  | Fact<'RolloutResumed', SignedRollout & { readonly party: RolloutParty; readonly by: string; readonly at: string }>
  | Fact<'RolloutSuperseded', SignedRollout & { readonly newer: string; readonly at: string }>
  | Fact<'RolloutEnded', SignedRollout & { readonly cause: 'suspended' | 'withdrawn'; readonly at: string }>;

interface KnownFields extends StartedRollout {
  /** Sequence number of the latest statement. */
  readonly sequence: number;
  readonly startedAt: string;
  readonly halt: HaltRule;
  /** The whole minute from which on its calls count. */
  readonly countedFrom: string;
  /** The index of the current stage, or of the last one that was reached. */
  readonly stage: number;
}
export type RunningRollout = KnownFields & {
  readonly status: 'running';
  /** When the stage began, or the rollout was resumed in it. */
  readonly since: string;
};
type HaltedRollout = KnownFields & {
  readonly status: 'halted';
  readonly reason: string;
  readonly haltedBy: RolloutParty;
  readonly figures: RolloutFigures | null;
};
export type KnownRollout =
  | RunningRollout
  | HaltedRollout
  | (KnownFields & { readonly status: 'complete' })
  | (KnownFields & { readonly status: 'superseded'; readonly newer: string })
  | (KnownFields & { readonly status: 'ended'; readonly cause: 'suspended' | 'withdrawn' });
export type Rollout = { readonly status: 'absent' } | KnownRollout;

export const rolloutStream: StreamType<Rollout, RolloutFact> = {
  category: 'rollout',
  factTypes: {
    RolloutStarted: true,
    RolloutStageReached: true,
    RolloutCompleted: true,
    RolloutHalted: true,
    RolloutResumed: true,
    RolloutSuperseded: true,
    RolloutEnded: true,
  },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 2,
};

function evolve(state: Rollout, fact: RolloutFact): Rollout {
  if (fact.type === 'RolloutStarted') {
    const { pluginId, version, publisherId, stages, isTightened, newest, sequence, at } = fact.data;
    const started = { pluginId, version, publisherId, stages, isTightened, newest, sequence };
    const { halt = DEFAULT_HALT_RULE } = fact.data;
    // No call reached this version before its publication, so the whole minute counts.
    const countedFrom = minuteOf(at);
    return { ...started, halt, status: 'running', startedAt: at, countedFrom, stage: 0, since: at };
  }
  if (state.status === 'absent') throw new Error(`${fact.type} on a release without a rollout`);
  const known = { ...knownFields(state), sequence: fact.data.sequence };
  switch (fact.type) {
    case 'RolloutStageReached':
      return { ...known, status: 'running', stage: fact.data.stage, since: fact.data.at };
    case 'RolloutCompleted':
      return { ...known, status: 'complete', stage: known.stages.length - 1 };
    case 'RolloutHalted':
      return {
        ...known,
        status: 'halted',
        reason: fact.data.reason,
        haltedBy: fact.data.party,
        figures: fact.data.figures ?? null,
      };
    case 'RolloutResumed':
      return { ...known, status: 'running', since: fact.data.at, countedFrom: minuteAfter(fact.data.at) };
    case 'RolloutSuperseded':
      return { ...known, status: 'superseded', newer: fact.data.newer };
    case 'RolloutEnded':
      return { ...known, status: 'ended', cause: fact.data.cause };
    default:
      return unreachable(fact);
  }
}

function knownFields(state: KnownRollout): KnownFields {
  const { pluginId, version, publisherId, stages, isTightened, newest, halt } = state;
  const { sequence, startedAt, countedFrom, stage } = state;
  return { pluginId, version, publisherId, stages, isTightened, newest, halt, sequence, startedAt, countedFrom, stage };
}

/** The beginning of the minute of `at`. */
function minuteOf(at: string): string {
  return new Date(Math.floor(Date.parse(at) / MS_PER_MINUTE) * MS_PER_MINUTE).toISOString();
}

/** The first whole minute that lies after `at`. */
function minuteAfter(at: string): string {
  return new Date(Math.ceil(Date.parse(at) / MS_PER_MINUTE) * MS_PER_MINUTE).toISOString();
}

/** The percentage of the installations that the rollout has reached. */
export function percentOf({ stages, stage }: Pick<KnownRollout, 'stages' | 'stage'>): number {
  return stages[stage]?.percent ?? 100;
}

/** When the current stage ends. */
export function stageEnd({ stages, stage, since }: RunningRollout): Date {
  return new Date(Date.parse(since) + (stages[stage]?.hours ?? 0) * MS_PER_HOUR);
}

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
