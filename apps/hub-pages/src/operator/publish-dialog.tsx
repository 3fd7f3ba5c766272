import { useState, type ReactNode } from 'react';
import { useTexts } from '@kushk/ui';
import { FormDialog } from '../dialogs/form-dialog.js';
import { RolloutFields } from '../release/rollout-fields.js';
import { planOf, type TypedPlan } from '../release/rollout-plan.js';
import type { Release } from '../review/queries.js';
import { publishRelease } from './queries.js';

interface PublishDialogProps {
  readonly release: Release;
  readonly onClose: (isDone: boolean) => void;
}

/** Publishes a release, with the publisher's stages or tighter ones. */
export function PublishDialog({ release, onClose }: PublishDialogProps): ReactNode {
  const { t } = useTexts();
  // An empty threshold would have its default, which may be higher than the publisher's.
  const [typed, setTyped] = useState<TypedPlan>({ stages: '', halt: release.rollout.halt });
  const plan = planOf(typed);
  return (
    <FormDialog
      title={t('operator.release.publish.title', { version: release.version })}
      text={t('operator.release.publish.what')}
      action={t('operator.release.publish')}
      isIncomplete={plan === 'unreadable'}
      fields={['/rollout']}
      run={async () => {
        await publishRelease(release, plan === 'unreadable' ? null : plan);
        return true;
      }}
      onClose={(isDone) => onClose(isDone ?? false)}
    >
      {(_isTried, problemsAt) => (
        <RolloutFields
          hint={t('operator.release.publish.stages')}
          value={typed}
          onChange={setTyped}
          problemsAt={problemsAt}
        />
      )}
    </FormDialog>
  );
}
