import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { NOTES_MAX_CODE_POINTS } from '@kushk/contracts';
import { Code, CopyButton, digits, Panel, Select, TextField, useTexts, type FieldProblems } from '@kushk/ui';
import { tierText } from '../release/release-status.js';
import { RolloutFields } from '../release/rollout-fields.js';
import type { Draft } from './draft.js';
import classes from './reviewer-fields.module.css';
import { usePublisher } from './publisher-pages.js';
import { meQuery } from './queries.js';

const TIERS = ['', 'community', 'verified', 'private'] as const;
/** In characters as the service counts them, of the notes of a publisher and of a reviewer. */
export const NOTES_MAX: typeof NOTES_MAX_CODE_POINTS = 4_000;

export const notesLength = (notes: string): number => [...notes].length;

interface ReviewerFieldsProps {
  readonly draft: Draft;
  readonly manifest: unknown;
  readonly onChange: (draft: Draft) => void;
  /** What the service says about a field that was sent. */
  readonly problemsAt: FieldProblems['at'];
}

/** What the reviewer should know, and where the image goes for a plugin that runs beside the instance. */
export function ReviewerFields({ draft, manifest, onChange, problemsAt }: ReviewerFieldsProps): ReactNode {
  const { t, language } = useTexts();
  const length = notesLength(draft.notes);
  const isContainer = (manifest as { readonly kind?: unknown } | null | undefined)?.kind === 'instance';
  return (
    <>
      <Panel title={t('portal.reviewer')}>
        <div className={classes.fields}>
          <Select
            label={t('portal.requested_tier')}
            value={draft.tier}
            onChange={(tier) => onChange({ ...draft, tier })}
            problems={problemsAt('/requested_tier')}
            options={TIERS.map((value) => ({ value, label: tierText(t, value) }))}
          />
          <TextField
            label={t('portal.notes')}
            description={t('portal.notes.hint')}
            rows={5}
            value={draft.notes}
            onChange={(notes) => onChange({ ...draft, notes })}
            problems={
              length > NOTES_MAX
                ? [t('portal.notes.too_long', { count: digits(length, language), limit: digits(NOTES_MAX, language) })]
                : problemsAt('/notes')
            }
          />
          <RolloutFields
            hint={t('portal.stages.hint')}
            value={draft}
            onChange={(plan) => onChange({ ...draft, ...plan })}
            problemsAt={problemsAt}
          />
        </div>
      </Panel>
      {isContainer && <RegistryPanel />}
    </>
  );
}

function RegistryPanel(): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const { data } = useQuery(meQuery(publisher.id));
  if (data === undefined) return null;
  return (
    <Panel title={t('portal.registry')}>
      {data.registry_url === null ? (
        <p className={classes.note}>{t('portal.registry.none')}</p>
      ) : (
        <>
          <p className={classes.note}>{t('portal.registry.what')}</p>
          <p className={classes.address}>
            <Code breaks>{data.registry_url}</Code>
            <CopyButton text={data.registry_url} label={t('portal.registry.copy')} />
          </p>
        </>
      )}
    </Panel>
  );
}
