import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReleasePage } from './release-page.js';

const route = getRouteApi('/review/$plugin/$version');

/** A release, reached from the queue. */
export function ReviewPage(): ReactNode {
  const release = route.useParams();
  return <ReleasePage key={`${release.plugin}@${release.version}`} release={release} from="review" />;
}
