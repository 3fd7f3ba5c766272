import { describe, expect, it } from '@jest/globals';
import { baselineOf, type PublishedVersion } from './difference-baseline.js';

const at = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`;
const publishedOn = (day: number, version: string): PublishedVersion => ({
  version,
  status: 'published',
  published_at: at(day),
  updated_at: at(day),
});
const waiting = {
  version: '0.4.0-beta.1',
  status: 'submitted',
  published_at: null,
  updated_at: at(1),
  submittedAgainst: null,
} as const;

describe('what a release is compared with', () => {
  it('is nothing for the first release of a plugin', () => {
    expect(baselineOf(waiting, [])).toBeNull();
  });

  it('is what was published since its submission, as long as it waits', () => {
    const published = [publishedOn(2, '0.2.0'), publishedOn(3, '0.3.0'), publishedOn(4, '0.4.0-alpha.1')];
    expect(baselineOf(waiting, published)).toBe('0.3.0');
    expect(baselineOf({ ...waiting, submittedAgainst: '0.2.0', status: 'approved' }, published)).toBe('0.3.0');
  });

  it('is what was published before its own publication, whatever is published after it', () => {
    const own = { ...waiting, version: '0.4.0', status: 'published', published_at: at(4), updated_at: at(4) } as const;
    const published = [publishedOn(3, '0.3.0'), publishedOn(4, '0.4.0'), publishedOn(5, '0.5.0')];
    expect(baselineOf(own, published)).toBe('0.3.0');
    expect(baselineOf(own, [{ ...publishedOn(3, '0.3.0'), status: 'withdrawn', updated_at: at(6) }])).toBe('0.3.0');
    expect(baselineOf({ ...own, submittedAgainst: '0.3.0' }, [publishedOn(4, '0.3.0')])).toBe('0.3.0');
  });

  it('is one that is no longer published only when no other is', () => {
    const suspended = { ...publishedOn(2, '0.3.0'), status: 'suspended', updated_at: at(3) } as const;
    const own = { ...waiting, version: '0.4.0', status: 'published', published_at: at(4), updated_at: at(4) } as const;
    for (const release of [waiting, own]) {
      expect(baselineOf(release, [suspended])).toBe('0.3.0');
      expect(baselineOf(release, [suspended, publishedOn(1, '0.2.0')])).toBe('0.2.0');
    }
  });

  it('is what was published before a rejection', () => {
    const rejected = { ...waiting, status: 'rejected', updated_at: at(3) } as const;
    expect(baselineOf(rejected, [publishedOn(2, '0.2.0'), publishedOn(4, '0.3.0')])).toBe('0.2.0');
  });
});
