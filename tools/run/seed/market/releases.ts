/** Brings the demo's releases to their statuses, through the APIs of publisher, reviewer and operator. */
import { nullOn, pollUntil, type Api } from '../api.js';
import type { Manifest } from '../hub.js';

export type TargetStatus =
  'submitted' | 'in_review' | 'approved' | 'rejected' | 'published' | 'suspended' | 'withdrawn';

export interface DemoRelease {
  readonly manifest: Manifest;
  readonly to: TargetStatus;
  readonly tier: string;
  readonly notes: string;
  /** The note of a rejection, or the reason of a suspension or a withdrawal. */
  readonly reason: string;
}
export interface HubApis {
  readonly publisher: Api;
  readonly reviewer: Api;
  readonly operator: Api;
}
interface Release {
  readonly status: TargetStatus;
}

const timeoutMs = 60_000;

/** Repeats nothing that has happened: each step starts from the status that the release has. */
export async function bringTo(release: DemoRelease, apis: HubApis): Promise<void> {
  const { manifest, to, tier, notes, reason } = release;
  const { publisher, reviewer, operator } = apis;
  const path = `/releases/${manifest.id}/${manifest.version}`;
  const found = await nullOn(publisher.get<Release>(path), 404);
  if (found === null) await publisher.post('/releases', { manifest, requested_tier: tier, notes });
  const status = async (): Promise<TargetStatus> => (await publisher.get<Release>(path)).status;
  /** Waits until the catalogue has recorded what the review service decided. */
  const reached = async (wanted: TargetStatus): Promise<void> => {
    await pollUntil(`${manifest.id} ${manifest.version} as ${wanted}`, timeoutMs, async () =>
      (await status()) === wanted ? wanted : null,
    );
  };
  for (;;) {
    const now = await status();
    if (now === to) return;
    switch (now) {
      case 'submitted':
        if (to === 'withdrawn') await operator.post(`${path}/withdraw`, { reason });
        else {
          // The review service learns of a submission a moment after the catalogue has answered it.
          await pollUntil(`the review of ${manifest.id}`, timeoutMs, () => nullOn(reviewer.post(`${path}/take`), 404));
          await reached('in_review');
        }
        break;
      case 'in_review':
        if (to === 'rejected') await reviewer.post(`${path}/reject`, { notes: reason });
        else await reviewer.post(`${path}/approve`, { tier, notes: 'بررسی و آزمایش شد.', publish: to !== 'approved' });
        await reached(to === 'rejected' || to === 'approved' ? to : 'published');
        break;
      case 'approved':
        await operator.post(`${path}/publish`);
        break;
      case 'published':
        if (to !== 'suspended') return;
        await operator.post(`${path}/suspend`, { reason });
        break;
      case 'rejected':
      case 'suspended':
      case 'withdrawn':
        // Somebody has decided otherwise since.
        return;
    }
  }
}
