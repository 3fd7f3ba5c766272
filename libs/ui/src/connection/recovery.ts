/** Reads again what a service could not answer, so that a page recovers without the person. */
import type { Query, QueryCache, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { ProblemError, sameOriginFetch } from '@kushk/api-client';

const FIRST_TRY_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;
/** Bad gateway, service unavailable, gateway timeout: the next try may succeed. */
const TEMPORARY: readonly number[] = [502, 503, 504];

/** Whether the request failed because a service was down or busy. */
export const isTemporary = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && TEMPORARY.includes(error.document.status);

/** The errors of queries that show an earlier result because reading again failed. */
const outdated = new WeakMap<object, Error>();

/**
 * Keeps what is shown when it cannot be read again: replacing it by the problem would also take away the form that a
 * person is filling in. What the service refuses is shown, because it is about the person or the thing itself.
 */
export function keepShown(error: Error, query: Query<unknown, unknown>): void {
  const { data, fetchMeta } = query.state;
  const isNextPage = fetchMeta?.fetchMore !== undefined;
  if (data === undefined || isNextPage || !(isTemporary(error) || error instanceof TypeError)) return;
  outdated.set(query, error);
  query.setState({ status: 'success', error: null, isInvalidated: true });
}

/**
 * Keeps the problem of a query without data while the query runs again; by itself, a query without data is pending
 * then, and each attempt would replace the problem by a skeleton. A page that is opened again begins with its skeleton.
 */
export function keepProblems(cache: QueryCache): void {
  const problems = new WeakMap<object, Error>();
  cache.subscribe((event: QueryCacheNotifyEvent) => {
    const { query, type } = event;
    if (type === 'observerRemoved' && query.getObserversCount() === 0) problems.delete(query);
    if (type !== 'updated') return;
    const { data, error } = query.state as { data: unknown; error: Error | null };
    const problem = problems.get(query);
    if (event.action.type === 'success') problems.delete(query);
    if (event.action.type === 'error' && error !== null) problems.set(query, error);
    if (event.action.type === 'fetch' && data === undefined && problem !== undefined)
      query.setState({ status: 'error', error: problem });
  });
}

/**
 * While a list or a page shows a temporary problem, its query runs again from time to time. `onOutdated` is called with
 * whether something older is shown instead. Returns a function that ends this.
 */
export function recoverQueries(queries: QueryClient, onOutdated: (isOutdated: boolean) => void): () => void {
  const cache = queries.getQueryCache();
  const errorOf = (query: Query): Error | null => outdated.get(query) ?? query.state.error;
  const isFailed = (query: Query): boolean => isTemporary(errorOf(query));
  const failed = (): readonly Query[] => cache.findAll({ type: 'active', predicate: isFailed });
  let pauseMs = FIRST_TRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const recover = (query: Query): Promise<void> =>
    queries.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
  const tryAgain = async (): Promise<void> => {
    if (!document.hidden) await Promise.all(failed().map(recover));
    timer = undefined;
    pauseMs = failed().length === 0 ? FIRST_TRY_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    schedule();
  };
  const schedule = (): void => {
    if (isEnded || timer !== undefined || failed().length === 0) return;
    // Browsers that failed at the same moment do not try again at the same moment.
    timer = setTimeout(() => void tryAgain(), pauseMs * (1 + Math.random() / 2));
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') outdated.delete(event.query);
    if (event.type === 'updated') onOutdated(failed().some((query) => outdated.has(query)));
    if (event.type === 'updated' && (event.action.type === 'error' || event.action.type === 'setState')) schedule();
  });
  schedule();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Loads the document again as soon as the service answers whether a person is signed in. */
export function reloadWhenAnswered(): void {
  let pauseMs = FIRST_TRY_MS;
  const tryAgain = async (): Promise<void> => {
    if (await isAnswered(new URL('/session', location.origin).href)) return location.reload();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    setTimeout(() => void tryAgain(), pauseMs);
  };
  setTimeout(() => void tryAgain(), pauseMs);
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const response = await sameOriginFetch(new Request(url, { credentials: 'same-origin' }));
    await response.body?.cancel();
    return !TEMPORARY.includes(response.status);
  } catch {
    return false;
  }
}
