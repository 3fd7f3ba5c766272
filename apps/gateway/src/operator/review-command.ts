import { catalogue, type ReplyOf, type Once, type RequestType, type ReviewReply } from '@kushk/contracts';
import type { Ask, Answer } from '../http/route.js';

export interface ReviewTarget { readonly plugin_id: string; readonly version: string; readonly by: string; readonly once?: Once }

/**
 * A command at the reviewers' desk, answered with the release as the catalogue knows it afterwards. The catalogue is
 * asked first, so that what is absent is 404 at once; and asked again with the desk's revision, so that the caller
 * reads its own write although catalogue and desk learn from each other by facts.
 */
export async function reviewCommand<Request extends ReviewTarget>(type: RequestType<Request, ReviewReply>, request: Request, ask: Ask): Promise<Answer<ReplyOf<typeof catalogue.getReleaseForStaff>>> {
  const { plugin_id, version } = request;
  await ask(catalogue.getReleaseForStaff, { plugin_id, version });
  const { reply, replayed } = await ask(type, request);
  const { reply: release } = await ask(catalogue.getReleaseForStaff, { plugin_id, version, after_review: reply.revision });
  return { status: 200, body: release, replayed };
}
