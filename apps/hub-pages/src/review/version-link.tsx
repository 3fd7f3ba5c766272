import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Code } from '@kushk/ui';

/** The list from which a page of a release was reached; its links to other versions stay with it. */
export type StaffList = 'review' | 'releases';

interface VersionLinkProps {
  readonly release: { readonly plugin_id: string };
  readonly from: StaffList;
  readonly version: string;
  readonly children?: ReactNode;
}

/** The page of another version of the same plugin. */
export function VersionLink({ release, from, version, children }: VersionLinkProps): ReactNode {
  return (
    <Link
      to={from === 'review' ? '/review/$plugin/$version' : '/releases/$plugin/$version'}
      params={{ plugin: release.plugin_id, version }}
    >
      {children ?? <Code>{version}</Code>}
    </Link>
  );
}
