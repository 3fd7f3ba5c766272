import { useState, type ReactNode } from 'react';
import type { PortalComponents } from '@kushk/api-client';
import {
  Badge,
  Button,
  DialogActions,
  digits,
  Facts,
  lazyPart,
  moment,
  Panel,
  showToast,
  useTexts,
  type Tone,
} from '@kushk/ui';
import type { ReleaseStatusName } from './release-status.js';
import { percentText } from './stopped-rollout.js';

const ConfirmDialog = lazyPart(async () => (await import('../dialogs/confirm-dialog.js')).ConfirmDialog);

type Rollout = PortalComponents['schemas']['ReleaseResource']['rollout'];
type State = NonNullable<Rollout['state']>;
type CallFigures = NonNullable<NonNullable<Rollout['figures']>['before']>;
export type RolloutAction = 'halt' | 'resume' | 'complete';

const tones: Readonly<Record<State, Tone>> = {
  running: 'info',
  halted: 'warn',
  complete: 'good',
  superseded: 'neutral',
  ended: 'neutral',
};

interface RolloutPanelProps {
  readonly rollout: Rollout;
  readonly release: { readonly version: string; readonly status: ReleaseStatusName };
  /** Whether no version was published before: then no installation moves to this one. */
  readonly isFirst: boolean;
  /** Null for people who may only look. */
  readonly as: 'publisher' | 'operator' | null;
  readonly change: (action: RolloutAction, reason: string) => Promise<unknown>;
}

/** How far a release is rolled out, and what halts, resumes or completes it. */
export function RolloutPanel({ rollout, release, isFirst, as, change }: RolloutPanelProps): ReactNode {
  const { t, language } = useTexts();
  const [open, setOpen] = useState<RolloutAction | null>(null);
  const { state } = rollout;
  const { version, status } = release;
  const actions = as === null ? [] : actionsOf(rollout, status, as);
  const named = { version, percent: percentText(rollout.percent, t, language) };
  return (
    <Panel
      title={t('release.rollout')}
      help="rollout"
      {...(state !== null && { actions: <StateBadge state={state} /> })}
    >
      <RolloutFacts rollout={rollout} />
      {isFirst && rollout.stages.length > 1 && <p>{t('release.rollout.first')}</p>}
      {state === 'ended' && status === 'suspended' && <p>{t('release.rollout.after_resume')}</p>}
      {actions.length > 0 && (
        <DialogActions>
          {actions.map((action) => (
            <Button key={action} look={action === 'halt' ? 'danger' : 'plain'} onPress={() => setOpen(action)}>
              {t(`release.rollout.${action}`)}
            </Button>
          ))}
        </DialogActions>
      )}
      {open !== null && (
        <ConfirmDialog
          title={t(`release.rollout.${open}.title`, named)}
          text={t(`release.rollout.${open}.what`, named)}
          action={t(`release.rollout.${open}`)}
          isDanger={open === 'halt'}
          {...(open === 'halt' && {
            reason: { label: t('release.rollout.reason'), hint: t('release.rollout.reason.hint') },
          })}
          run={(given) => change(open, given)}
          onClose={(isDone) => {
            setOpen(null);
            if (isDone) showToast({ tone: 'good', message: t(`release.rollout.${open}.done`, named) });
          }}
        />
      )}
    </Panel>
  );
}

function RolloutFacts({ rollout }: { readonly rollout: Rollout }): ReactNode {
  const { t, language } = useTexts();
  const { state, percent, stages, next_at, reason, halted_by, tightened, halt } = rollout;
  return (
    <Facts
      facts={[
        ...(state === null ? [] : [[t('release.rollout.reached'), percentText(percent, t, language)] as const]),
        [t('release.stages'), stagesText(stages, t, language)],
        ...(tightened ? [[t('release.rollout.tightened'), t('release.rollout.operator')] as const] : []),
        ...(next_at === null ? [] : [[t('release.rollout.next'), moment(new Date(next_at), language)] as const]),
        ...(halted_by === null ? [] : [[t('release.rollout.halted_by'), t(`release.rollout.${halted_by}`)] as const]),
        ...(reason === null || reason === ''
          ? []
          : [[t('release.rollout.reason'), <bdi key="reason">{reasonText(rollout, t)}</bdi>] as const]),
        ...figureFacts(rollout, t, language),
        [
          t('release.rollout.rule'),
          t('release.rollout.rule.text', {
            points: digits(halt.error_points, language),
            calls: digits(halt.min_calls, language),
            installations: digits(halt.min_installations, language),
          }),
        ],
      ]}
    />
  );
}

function StateBadge({ state }: { readonly state: State }): ReactNode {
  const { t } = useTexts();
  return <Badge tone={tones[state]}>{t(`release.rollout.state.${state}`)}</Badge>;
}

/** What the hub would accept (docs/reference/rollout.md). */
function actionsOf(
  { state, halted_by, tightened }: Rollout,
  ...[status, as]: [ReleaseStatusName, 'publisher' | 'operator']
): RolloutAction[] {
  const completion: RolloutAction[] = as === 'publisher' && tightened ? [] : ['complete'];
  if (state === 'running') return ['halt', ...completion];
  if (state === 'halted' && (as === 'operator' || halted_by === 'publisher')) return ['resume', ...completion];
  return state === 'ended' && as === 'operator' && status === 'published' ? ['resume'] : [];
}

type Texts = ReturnType<typeof useTexts>;

/** The stages as people read them: `10 % for 24 h, then 50 % for 24 h, then all`. */
export function stagesText(stages: Rollout['stages'], ...[t, language]: [Texts['t'], Texts['language']]): string {
  const texts = stages.map(({ percent, hours }) => {
    if (hours > 0)
      return t('release.rollout.stage', { percent: percentText(percent, t, language), hours: digits(hours, language) });
    if (percent < 100) return percentText(percent, t, language);
    return t(stages.length === 1 ? 'release.rollout.all_at_once' : 'release.rollout.all');
  });
  return texts.join(t('release.rollout.then'));
}

/** What the instances have reported of its calls; nothing before the first report. */
function figureFacts(
  { figures }: Rollout,
  ...[t, language]: [Texts['t'], Texts['language']]
): readonly (readonly [string, string])[] {
  if (figures === null) return [];
  const { before, p95_ms, installations, removals, partial } = figures;
  const failures = ({ tool_calls, event_attempts, failed_percent }: Omit<CallFigures, 'version'>): string =>
    t('release.rollout.figures.failed', {
      percent: digits(failed_percent ?? 0, language),
      calls: digits(tool_calls + event_attempts, language),
    });
  return [
    [t('release.rollout.figures'), failures(figures)],
    ...(before === null
      ? []
      : [[t('release.rollout.figures.before', { version: before.version }), failures(before)] as const]),
    ...(p95_ms === null
      ? []
      : [
          [
            t('release.rollout.figures.p95'),
            t('release.rollout.figures.ms', { ms: digits(p95_ms, language) }),
          ] as const,
        ]),
    [
      t('release.rollout.figures.where'),
      t('release.rollout.figures.where.text', {
        installations: digits(installations, language),
        removals: digits(removals, language),
      }),
    ],
    ...(partial ? [[t('release.rollout.figures.partial'), t('release.rollout.figures.partial.text')] as const] : []),
  ];
}

function reasonText({ state, reason, halted_by, figures }: Rollout, t: Texts['t']): string {
  if (state === 'halted' && halted_by === 'hub' && figures !== null) return t('release.rollout.halted_by_hub');
  if (state === 'superseded') return t('release.rollout.superseded_by', { version: reason ?? '' });
  if (state === 'ended')
    return t(reason === 'suspended' ? 'release.rollout.ended_by.suspended' : 'release.rollout.ended_by.withdrawn');
  return reason ?? '';
}
