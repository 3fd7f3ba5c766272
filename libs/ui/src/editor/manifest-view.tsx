import type { ReactNode } from 'react';
import { LazySection } from '../page/lazy-part.js';
import classes from './manifest-view.module.css';
import type { ManifestDifferenceProps } from './manifest-difference.js';
import type { SubmittedManifestProps } from './submitted-manifest.js';

const loadManifest = async () => (await import('./submitted-manifest.js')).SubmittedManifest;

/** A manifest to read, with its problems. The parser and the editor are loaded when it comes into view. */
export function ManifestView(props: SubmittedManifestProps): ReactNode {
  return (
    <LazySection
      load={loadManifest}
      props={props}
      waiting={<ManifestSpace text={props.source ?? JSON.stringify(props.manifest, null, 2)} />}
    />
  );
}

const loadDifference = async () => (await import('./manifest-difference.js')).ManifestDifference;

/** Two manifests side by side, loaded like a manifest to read. */
export function ManifestsSideBySide(props: ManifestDifferenceProps): ReactNode {
  return <LazySection load={loadDifference} props={props} waiting={<ManifestSpace text={null} />} />;
}

/** The place of a manifest until its editor is there; null while the manifest itself is loading. */
export function ManifestSpace({ text }: { readonly text: string | null }): ReactNode {
  return (
    <div className={classes.space} aria-busy={text === null}>
      <pre className={classes.text} dir="ltr" lang="en" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
