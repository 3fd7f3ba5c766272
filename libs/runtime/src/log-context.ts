import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields that every log line inside a unit of work carries. */
export interface LogFields {
  readonly request_id?: string;
  readonly reaction?: string;
  readonly event_id?: string;
}

const storage = new AsyncLocalStorage<LogFields>();

/**
 * Runs `work` so that every log line inside it, also after an `await`, carries these fields. A handler can then log
 * without knowing the id of its request. Commands that the event store executes in a batch belong to several requests
 * and carry none.
 */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run(fields, work);
}

/** The fields of the unit of work that is running. */
export function logFields(): LogFields {
  return storage.getStore() ?? {};
}
