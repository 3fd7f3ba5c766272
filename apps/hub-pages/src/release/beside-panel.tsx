import { useState, type ReactNode } from 'react';
import { Button, ManifestsSideBySide, ManifestSpace, Panel, ProblemNotice, useTexts } from '@kushk/ui';

interface Manifest {
  readonly version: string;
  readonly manifest: unknown;
}
interface BesidePanelProps {
  readonly before: string;
  readonly after: string;
  /** Drawn once the person wants to compare. */
  readonly children: ReactNode;
}

/** Offers the manifest beside that of another version. */
export function BesidePanel({ before, after, children }: BesidePanelProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={t('release.beside', { before, after })}
      actions={
        <Button look="quiet" onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'release.beside.hide' : 'release.beside.show')}
        </Button>
      }
      flush
    >
      {isOpen && children}
    </Panel>
  );
}

interface BesideProps {
  /** Without its manifest until it is loaded. */
  readonly before: { readonly version: string; readonly manifest: unknown };
  readonly after: Manifest;
  /** Why the other manifest could not be read; null otherwise. */
  readonly error: unknown;
  readonly onRetry: () => unknown;
}

export function Beside({ before, after, error, onRetry }: BesideProps): ReactNode {
  const { t } = useTexts();
  if (before.manifest === undefined || after.manifest === undefined)
    return error ? <ProblemNotice fills error={error} onRetry={onRetry} /> : <ManifestSpace text={null} />;
  return (
    <ManifestsSideBySide
      before={{ label: t('release.beside.manifest', { version: before.version }), manifest: before.manifest }}
      after={{ label: t('release.beside.manifest', { version: after.version }), manifest: after.manifest }}
    />
  );
}
