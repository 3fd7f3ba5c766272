import { QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { keepProblems } from './recovery.js';

interface Attempt {
  readonly succeed: (data: string) => void;
  readonly fail: (error: Error) => void;
}

/** A query of a visible page, and its attempts. Each attempt waits until the test ends it. */
function watchedQuery() {
  const attempts: Attempt[] = [];
  const queryCache = new QueryCache();
  keepProblems(queryCache);
  const options = {
    queryKey: ['one'],
    queryFn: () => new Promise<string>((succeed, fail) => attempts.push({ succeed, fail })),
    retry: false,
  };
  const observer = new QueryObserver(new QueryClient({ queryCache }), options);
  return { observer, attempts, unsubscribe: observer.subscribe(() => undefined) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a query without data that failed', () => {
  it('keeps its problem while it runs again, until data arrive', async () => {
    const { observer, attempts } = watchedQuery();
    attempts[0]!.fail(new Error('first'));
    await settled();
    const second = observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ isFetching: true, isPending: false, isError: true });
    expect(observer.getCurrentResult().error?.message).toBe('first');
    attempts[1]!.fail(new Error('second'));
    await second;
    const third = observer.refetch();
    expect(observer.getCurrentResult().error?.message).toBe('second');
    attempts[2]!.succeed('data');
    await third;
    expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true, data: 'data', error: null });
  });

  it('begins as pending for a page that is opened again', async () => {
    const { observer, attempts, unsubscribe } = watchedQuery();
    attempts[0]!.fail(new Error('first'));
    await settled();
    unsubscribe();
    observer.subscribe(() => undefined);
    expect(attempts).toHaveLength(2);
    expect(observer.getCurrentResult()).toMatchObject({ isPending: true, error: null });
  });
});
