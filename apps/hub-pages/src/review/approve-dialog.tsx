import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  afterWrite,
  Button,
  Code,
  DialogActions,
  DialogForm,
  ModalDialog,
  RadioCards,
  Switch,
  TextField,
  useDraft,
  useTexts,
} from '@kushk/ui';
import { DecisionProblem } from './decision-problem.js';
import classes from './decision.module.css';
import { NOTES_MAX } from '../portal/reviewer-fields.js';
import { stagesText } from '../release/rollout-panel.js';
import { approveRelease, type Release, type Tier } from './queries.js';

const tiers = ['community', 'verified', 'private'] as const satisfies readonly Tier[];

interface DialogProps {
  readonly release: Release;
  readonly onClose: (done: 'approved' | 'published' | 'rejected' | null) => void;
}

/** Sets the tier and signs exactly the digest that it shows. */
export function ApproveDialog({ release, onClose }: DialogProps): ReactNode {
  const { t } = useTexts();
  const queries = useQueryClient();
  const [tier, setTier] = useState<Tier>(release.requested_tier === '' ? 'community' : release.requested_tier);
  const [notes, setNotes] = useDraft(`approve.${release.plugin_id}@${release.version}`);
  const [publish, setPublish] = useState(false);
  const decision = useMutation({
    mutationFn: () => approveRelease({ plugin: release.plugin_id, version: release.version }, { tier, notes, publish }),
    onSuccess: () => {
      setNotes('');
      onClose(publish ? 'published' : 'approved');
    },
    onSettled: (_done, error) => afterWrite(error, queries.invalidateQueries()),
  });
  const failed = release.checks.filter(({ outcome }) => outcome === 'failed').length;
  return (
    <ModalDialog title={t('review.approve.title', { version: release.version })} isOpen onClose={() => onClose(null)}>
      <DialogForm
        onSubmit={() => {
          if (!decision.isPending) decision.mutate();
        }}
      >
        <p>
          {t('review.approve.what')}{' '}
          <Code breaks soft>
            {release.manifest_digest}
          </Code>
        </p>
        {release.appeal !== null && <p role="note">{t('review.approve.appeal')}</p>}
        {failed > 0 && <p role="note">{t('review.approve.failed', { count: failed })}</p>}
        <TierChoice value={tier} onChange={setTier} />
        <TextField
          label={t('review.approve.notes')}
          description={t('review.approve.notes.hint')}
          rows={3}
          value={notes}
          onChange={setNotes}
          isStored
          maxLength={NOTES_MAX}
        />
        <Switch
          label={t('review.approve.publish')}
          description={t('review.approve.publish.hint')}
          value={publish}
          onChange={setPublish}
        />
        <StagesNote release={release} />
        {decision.isError && <DecisionProblem error={decision.error} />}
        <DialogActions>
          <Button look="quiet" onPress={() => onClose(null)}>
            {t('review.cancel')}
          </Button>
          <Button look="primary" type="submit" isPending={decision.isPending}>
            {t(publish ? 'review.approve.do_publish' : 'review.approve.do')}
          </Button>
        </DialogActions>
      </DialogForm>
    </ModalDialog>
  );
}

/** Whether the publisher's stages are kept. */
function StagesNote({ release: { rollout, diff } }: { readonly release: Release }): ReactNode {
  const { t, language } = useTexts();
  if (rollout.stages.length < 2) return null;
  if (diff === null) return <p>{t('release.rollout.first')}</p>;
  return <p>{t('review.approve.stages', { stages: stagesText(rollout.stages, t, language) })}</p>;
}

function TierChoice({ value, onChange }: { readonly value: Tier; readonly onChange: (tier: Tier) => void }): ReactNode {
  const { t } = useTexts();
  return (
    <div>
      <p className={classes.heading} aria-hidden="true">
        {t('review.approve.tier')}
      </p>
      <RadioCards
        label={t('review.approve.tier')}
        value={value}
        onChange={(next) => onChange(next as Tier)}
        options={tiers.map((tier) => ({
          value: tier,
          title: t(`release.tier.${tier}`),
          text: t(`review.tier.${tier}`),
        }))}
      />
    </div>
  );
}
