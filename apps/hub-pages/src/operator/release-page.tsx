import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReleasePage } from '../review/release-page.js';

const route = getRouteApi('/releases/$plugin/$version');

/** A release, reached from the list of all releases. */
export function OperatorReleasePage(): ReactNode {
  const release = route.useParams();
  return <ReleasePage key={`${release.plugin}@${release.version}`} release={release} from="releases" />;
}
