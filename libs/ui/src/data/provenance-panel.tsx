import type { ReactNode } from 'react';
import { useTexts } from '../language.js';
import { Code, Facts, Panel } from './panel.js';
import classes from './provenance-panel.module.css';

interface ProvenancePanelProps {
  /** Absent in the response of a process of 0.1.0. */
  readonly provenance:
    { readonly issuer: string; readonly claims: Readonly<Record<string, string>> } | null | undefined;
}

/** What people look for first, by the names that GitHub, Forgejo and GitLab give it. */
const known = [
  ['provenance.repository', ['repository', 'project_path']],
  ['provenance.ref', ['ref_path', 'ref']],
  ['provenance.commit', ['sha']],
  ['provenance.workflow', ['workflow_ref', 'ci_config_ref_uri', 'workflow']],
  ['provenance.run', ['run_id', 'pipeline_id']],
] as const;

/** Where a release comes from, as the CI system signed it for the job that submitted it; nothing when no job did. */
export function ProvenancePanel({ provenance }: ProvenancePanelProps): ReactNode {
  const { t } = useTexts();
  if (!provenance) return null;
  const { issuer, claims } = provenance;
  const facts = known.flatMap(([text, names]) => {
    const value = names.map((name) => claims[name]).find((claim) => claim !== undefined);
    return value === undefined ? [] : [[t(text), code(value)] as const];
  });
  return (
    <Panel title={t('provenance.title')}>
      <Facts facts={[...facts, [t('provenance.issuer'), code(issuer)]]} />
      <details className={classes.claims}>
        <summary>{t('provenance.claims')}</summary>
        <Facts facts={Object.entries(claims).map(([name, value]) => [name, code(value)] as const)} />
      </details>
    </Panel>
  );
}

const code = (text: string): ReactNode => <Code breaks>{text}</Code>;
