import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Hand, ShieldCheck, Undo2, X } from '@kushk/ui/icons';
import { useState, type ReactNode } from 'react';
import {
  Button,
  KeyHint,
  showToast,
  useCommands,
  useKeys,
  useRoles,
  useSession,
  useTexts,
  type Command,
} from '@kushk/ui';
import { ReleaseActions } from '../operator/release-actions.js';
import { ApproveDialog } from './approve-dialog.js';
import { DecisionProblem } from './decision-problem.js';
import { giveBackReview, takeReview, type Release, type ReleaseKey } from './queries.js';
import { RejectDialog } from './reject-dialog.js';
import classes from './decision.module.css';

/** What a review allows this person to do now. */
function stepsOf({ status, taken_by }: Release, subject: string, isReviewer: boolean): 'take' | 'decide' | 'none' {
  if (!isReviewer) return 'none';
  if (status === 'submitted') return 'take';
  return status === 'in_review' && taken_by?.subject === subject ? 'decide' : 'none';
}

/** Takes a release for review or gives it back. A failure stays visible until the next attempt. */
function useStep(step: (key: ReleaseKey) => Promise<unknown>, key: ReleaseKey) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => step(key),
    // After a refusal as well: it usually means that somebody else was quicker.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['releases', key.plugin, key.version] }),
        queries.invalidateQueries({ queryKey: ['reviews'] }),
      ]),
  });
}

/** The buttons of a release: the reviewer's and the operator's. On a phone they stay at the lower edge. */
export function Decision({ release }: { readonly release: Release }): ReactNode {
  const { person } = useSession();
  const roles = useRoles();
  const steps = stepsOf(release, person.id, roles.has('reviewer'));
  return (
    <>
      {steps === 'take' && <Take release={release} />}
      {steps === 'decide' && <Decide release={release} />}
      {roles.has('operator') && <ReleaseActions release={release} isAlone={steps === 'none'} />}
    </>
  );
}

const keyOf = ({ plugin_id: plugin, version }: Release): ReleaseKey => ({ plugin, version });

function Take({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const take = useStep(takeReview, keyOf(release));
  const run = (): void => {
    if (!take.isPending) take.mutate();
  };
  useKeys({ KeyT: run }, { KeyT: t('review.take') });
  useCommands([{ id: 'review.take', title: t('review.take'), run }]);
  return (
    <div className={classes.bar}>
      {take.isError && <DecisionProblem error={take.error} />}
      <div className={classes.buttons}>
        <Button look="primary" isPending={take.isPending} onPress={run}>
          <Hand aria-hidden="true" />
          {t('review.take')}
          <KeyHint>T</KeyHint>
        </Button>
      </div>
    </div>
  );
}

type OpenDialog = 'approve' | 'reject' | null;

function Decide({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenDialog>(null);
  const giveBack = useStep(giveBackReview, keyOf(release));
  const returnIt = (): void => {
    if (!giveBack.isPending) giveBack.mutate();
  };
  const approve = (): void => setOpen('approve');
  const reject = (): void => setOpen('reject');
  const commands: readonly Command[] = [
    { id: 'review.approve', title: t('review.approve'), run: approve },
    { id: 'review.reject', title: t('review.reject'), run: reject },
    { id: 'review.give_back', title: t('review.give_back'), run: returnIt },
  ];
  useKeys(
    { KeyA: approve, KeyR: reject, KeyB: returnIt },
    { KeyA: t('review.approve'), KeyR: t('review.reject'), KeyB: t('review.give_back') },
  );
  useCommands(commands);
  const close = (done: 'approved' | 'published' | 'rejected' | null): void => {
    setOpen(null);
    if (done === null) return;
    const action = { title: t('review.next'), run: () => void navigate({ to: '/review' }) };
    showToast({ tone: 'good', message: t(`review.done.${done}`, { version: release.version }), action });
  };
  return (
    <div className={classes.bar}>
      {giveBack.isError && <DecisionProblem error={giveBack.error} />}
      <div className={classes.buttons}>
        <Button look="quiet" isPending={giveBack.isPending} onPress={returnIt}>
          <Undo2 className="mirrors" aria-hidden="true" />
          {t('review.give_back')}
          <KeyHint>B</KeyHint>
        </Button>
        <Button look="danger" onPress={reject}>
          <X aria-hidden="true" />
          {t('review.reject')}
          <KeyHint>R</KeyHint>
        </Button>
        <Button look="primary" onPress={approve}>
          <ShieldCheck aria-hidden="true" />
          {t('review.approve')}
          <KeyHint>A</KeyHint>
        </Button>
      </div>
      {open === 'approve' && <ApproveDialog release={release} onClose={close} />}
      {open === 'reject' && <RejectDialog release={release} onClose={close} />}
    </div>
  );
}
