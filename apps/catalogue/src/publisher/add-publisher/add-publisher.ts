/** The operator adds a publisher under the id that manifests name as `publisher`. */
import {
  freeTextProblems,
  requestProblem,
  type JsonObject,
  type Problem,
  type PublisherResource,
} from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
// eslint-disable-next-line no-restricted-imports -- The schema is one pattern of this repository.
import { manifestSchema, validateAgainst } from '@kushk/manifest';
import type { Publisher, PublisherAdded } from '../publisher.js';

export interface AddPublisher {
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

/** The same pattern as for `publisher` in a manifest. */
const idSchema = (manifestSchema['properties'] as Readonly<Record<string, JsonObject>>)['publisher'] as JsonObject;
const NAME_MAX_CODE_POINTS = 200;

/** Rejects with `request.invalid` or `catalogue.publisher_exists`. */
export function addPublisher(
  { id, name, at }: AddPublisher,
  publisher: Publisher,
): Decision<readonly PublisherAdded[], PublisherResource> {
  const problems = [
    ...idProblems(id),
    ...freeTextProblems('/name', name, { required: true, maxCodePoints: NAME_MAX_CODE_POINTS, oneLine: true }),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (publisher.status) {
    case 'absent':
      return accept([{ type: 'PublisherAdded', data: { name, at } }], { id, name });
    case 'known':
      return refuse('catalogue.publisher_exists', { id });
    default:
      return unreachable(publisher);
  }
}

function idProblems(id: string): readonly Problem[] {
  if (validateAgainst(idSchema, id).length === 0) return [];
  return [
    requestProblem('pattern', '/id', {
      message: 'must be 1 to 64 lowercase letters and digits, with dots, dashes or underscores between them',
      message_fa: 'باید ۱ تا ۶۴ حرف کوچک لاتین و رقم باشد و میان آن‌ها نقطه، خط تیره یا زیرخط بیاید',
      hint: 'for example acme',
    }),
  ];
}
