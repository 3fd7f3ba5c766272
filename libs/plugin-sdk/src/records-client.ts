/** The plugin's own records. */
import { callApi, type ClientOptions } from './api-call.js';
import { queryOf, type CallOptions, type PageOptions, type WriteOptions } from './call-options.js';
import { allPages } from './pages.js';
import type { Page, PluginRecord } from './wire.js';

/** The plugin's own records of one type. An `external_id` is any text of 1 to 200 characters. */
export class RecordsClient<Data extends object> {
  private readonly path: string;
  constructor(
    private readonly options: ClientOptions,
    type: string,
  ) {
    this.path = `/records/${encodeURIComponent(type)}`;
  }

  /** Returns one page of records. */
  list(options: PageOptions = {}): Promise<Page<PluginRecord<Data>>> {
    const { call, query } = queryOf(options);
    return callApi(this.options, { ...call, method: 'GET', path: this.path, query: { ...query } });
  }

  /** Yields every record, page after page: `for await (const record of client.records('invoice').all()) …`. */
  all(pageSize = 200, options: CallOptions = {}): AsyncGenerator<PluginRecord<Data>> {
    return allPages((page) => this.list({ ...options, limit: pageSize, ...page }));
  }

  /** Returns one record. Rejects with `record.not_found` when it does not exist. */
  get(externalId: string, options: CallOptions = {}): Promise<PluginRecord<Data>> {
    return callApi(this.options, { ...options, method: 'GET', path: this.pathOf(externalId) });
  }

  /**
   * Creates or replaces a record. With `ifMatch`, replaces only that revision and otherwise rejects with status 412.
   */
  put(externalId: string, data: Data, options: WriteOptions & { ifMatch?: number } = {}): Promise<PluginRecord<Data>> {
    return callApi(this.options, { ...options, method: 'PUT', path: this.pathOf(externalId), body: { data } });
  }

  /** Deletes a record. With `ifMatch`, deletes only that revision and otherwise rejects with status 412. */
  async delete(externalId: string, options: WriteOptions & { ifMatch?: number } = {}): Promise<void> {
    await callApi(this.options, { ...options, method: 'DELETE', path: this.pathOf(externalId) });
  }

  /**
   * The URL parser removes the path segments `.` and `..`, even when they are encoded, so a record id of dots would
   * address another path.
   */
  private pathOf(externalId: string): string {
    if (externalId === '' || externalId === '.' || externalId === '..')
      throw new RangeError(`an external_id must not be empty, "." or "..": ${JSON.stringify(externalId)}`);
    return `${this.path}/${encodeURIComponent(externalId)}`;
  }
}
