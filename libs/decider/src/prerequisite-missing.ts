/**
 * Thrown by the decision of a reaction when the fact that it depends on has not arrived yet, for example the
 * registration of an installation: order across publishers is not promised. The broker keeps the fact and retries it
 * for days, and later facts of the same stream wait behind it.
 */
export class PrerequisiteMissing extends Error {
  override readonly name = 'PrerequisiteMissing';
}
