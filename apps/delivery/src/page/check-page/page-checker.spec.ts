import { describe, expect, it } from '@jest/globals';
import { PageChecker } from './page-checker.js';
import type { PageHeaders } from './page-headers.client.js';

const embedder = 'https://kushk.example.ir';
const page = (path: string) => ({ url: `https://plugin.acme.ir/${path}`, embedder });
const good: PageHeaders = { kind: 'answered', status: 200, policy: `frame-ancestors ${embedder}` };

describe('PageChecker', () => {
  it.each<[PageHeaders, unknown]>([
    [good, null],
    [
      { ...good, status: 302 },
      { code: 'redirected', status: 302 },
    ],
    [
      { ...good, status: 503 },
      { code: 'failed', status: 503 },
    ],
    [{ ...good, policy: undefined }, { code: 'frame_ancestors_missing' }],
    [
      { kind: 'failed', error: 'blocked' },
      { code: 'unreachable', error: 'blocked' },
    ],
  ])('reports what is wrong with the answer %j', async (answer, problem) => {
    const checker = new PageChecker(() => Promise.resolve(answer));
    expect(await checker.check(page('app'))).toEqual({ problem });
  });

  it('requests a page once, however many people open it', async () => {
    const requested: string[] = [];
    const checker = new PageChecker(({ pathname }) => {
      requested.push(pathname);
      return Promise.resolve(good);
    });
    await Promise.all([checker.check(page('app')), checker.check(page('app')), checker.check(page('panel'))]);
    await checker.check(page('app'));
    expect(requested).toEqual(['/app', '/panel']);
  });

  it('is busy while 32 checks are in flight', async () => {
    let answer: (headers: PageHeaders) => void = () => undefined;
    const waiting = new Promise<PageHeaders>((resolve) => {
      answer = resolve;
    });
    const checker = new PageChecker(() => waiting);
    const checks = Array.from({ length: 33 }, (_, index) => checker.check(page(String(index))));
    expect(await checks[32]).toBe('busy');
    answer(good);
    expect(await checks[31]).toEqual({ problem: null });
  });
});
