import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields that are added to every log line of a unit of work. */
interface LogFields {
  readonly request_id?: string;
  readonly trace_id?: string | undefined;
  readonly reaction?: string;
  readonly event_id?: string;
}

const storage = new AsyncLocalStorage<LogFields>();

/**
 * Runs `work` and adds these fields to every log line that it writes, also after an `await`. A handler can then log
 * without knowing its request id. A batch of the event store belongs to several requests, so its log lines have none
 * of these fields.
 */
export function withLogFields<Result>(fields: LogFields, work: () => Result): Result {
  return storage.run(fields, work);
}

/** Returns the fields of the running unit of work. */
export function logFields(): LogFields {
  return storage.getStore() ?? {};
}
