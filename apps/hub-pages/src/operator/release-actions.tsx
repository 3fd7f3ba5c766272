import { Ban, OctagonPause, Play, Send } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import { Button, lazyPart, showToast, useCommands, useTexts, type TextKey } from '@kushk/ui';
import { percentText } from '../release/stopped-rollout.js';
import type { Release } from '../review/queries.js';
import { resumeRelease, suspendRelease, withdrawRelease } from './queries.js';
import classes from './release-actions.module.css';

const ConfirmDialog = lazyPart(async () => (await import('../dialogs/confirm-dialog.js')).ConfirmDialog);
const PublishDialog = lazyPart(async () => (await import('./publish-dialog.js')).PublishDialog);

type Action = 'publish' | 'suspend' | 'resume' | 'withdraw';

/** What the operator may do in each status (docs/reference/releases.md). */
const actionsIn = {
  submitted: ['withdraw'],
  in_review: ['withdraw'],
  approved: ['withdraw', 'publish'],
  rejected: [],
  published: ['withdraw', 'suspend'],
  suspended: ['withdraw', 'resume'],
  withdrawn: [],
} as const satisfies Record<Release['status'], readonly Action[]>;
const icons = { publish: Send, suspend: OctagonPause, resume: Play, withdraw: Ban } as const;
const looks = { publish: 'primary', suspend: 'danger', resume: 'primary', withdraw: 'quiet' } as const;
const needsReason: Readonly<Record<Action, boolean>> = { publish: false, suspend: true, resume: false, withdraw: true };
const run: Readonly<Record<Exclude<Action, 'publish'>, (release: Release, reason: string) => Promise<unknown>>> = {
  suspend: suspendRelease,
  resume: resumeRelease,
  withdraw: withdrawRelease,
};

interface ReleaseActionsProps {
  readonly release: Release;
  /** No buttons of a reviewer stand beside these. */
  readonly isAlone: boolean;
}

/** What the operator can do with a release, each after a confirmation that says what it reaches. */
export function ReleaseActions({ release, isAlone }: ReleaseActionsProps): ReactNode {
  const { t } = useTexts();
  const [open, setOpen] = useState<Action | null>(null);
  const actions: readonly Action[] = actionsIn[release.status];
  const commands = actions.map((action) => ({
    id: `operator.${action}`,
    title: t(`operator.release.${action}`),
    run: () => setOpen(action),
  }));
  useCommands(commands);
  const close = (action: Action, isDone: boolean): void => {
    setOpen(null);
    if (isDone)
      showToast({ tone: 'good', message: t(`operator.release.${action}.done`, { version: release.version }) });
  };
  return (
    <>
      {actions.length > 0 && (
        <div className={isAlone && actions.length > 1 ? `${classes.buttons} ${classes.fixed}` : classes.buttons}>
          {actions.map((action) => {
            const Icon = icons[action];
            return (
              <Button key={action} look={looks[action]} onPress={() => setOpen(action)}>
                <Icon aria-hidden="true" />
                {t(`operator.release.${action}`)}
              </Button>
            );
          })}
        </div>
      )}
      {open === 'publish' && <PublishDialog release={release} onClose={(isDone) => close(open, isDone)} />}
      {open !== null && open !== 'publish' && (
        <ConfirmDialog
          title={t(`operator.release.${open}.title`, { version: release.version })}
          text={<Meaning action={open} release={release} />}
          action={t(`operator.release.${open}`)}
          isDanger={needsReason[open]}
          {...(reaches(open, release) && { name: release.plugin_id })}
          {...(needsReason[open] && { reason: { label: t('operator.reason'), hint: t('operator.reason.hint') } })}
          run={(reason) => run[open](release, reason)}
          onClose={(isDone) => close(open, isDone)}
        />
      )}
    </>
  );
}

/** Whether the action ends something on instances. */
const reaches = (action: Action, { published_at, status }: Release): boolean =>
  needsReason[action] && published_at !== null && status !== 'suspended';

/** Whether the action ends the rollout, or leaves it where a suspension has ended it. */
function endsOrKeeps(action: Action, { state }: Release['rollout']): action is Exclude<Action, 'publish'> {
  if (action === 'resume') return state === 'ended';
  return action !== 'publish' && (state === 'running' || state === 'halted');
}

/** What the action does, and how many instances it reaches as far as the hub knows. */
function Meaning({ action, release }: { readonly action: Action; readonly release: Release }): ReactNode {
  const { t, language } = useTexts();
  const { compatible, accepted, refused } = release.fleet;
  const isPartial = compatible > accepted + refused.length;
  return (
    <>
      {t(textOf(action, release))}{' '}
      {endsOrKeeps(action, release.rollout) &&
        `${t(`operator.release.${action}.rollout`, { percent: percentText(release.rollout.percent, t, language) })} `}
      {reaches(action, release) && t(isPartial ? 'operator.reach.partial' : 'operator.reach', { count: accepted })}
    </>
  );
}

/** What a withdrawal means depends on where the release is: nowhere yet, stopped everywhere, or running. */
function textOf(action: Action, { published_at, status }: Release) {
  if (action === 'withdraw' && published_at === null) return 'operator.release.withdraw.unpublished' satisfies TextKey;
  if (action === 'withdraw' && status === 'suspended') return 'operator.release.withdraw.suspended' satisfies TextKey;
  return `operator.release.${action}.what` as const;
}
