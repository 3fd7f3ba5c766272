import { describe, expect, it } from '@jest/globals';
import { memberIdOf } from './member.js';

describe('the id of a member', () => {
  it('is always the same for one person in one publisher, and another one elsewhere', () => {
    const id = memberIdOf('acme', 'dev|sara');
    expect(id).toBe('mbr_219117a5-8f7c-55e4-934b-55e561858d12');
    expect(new Set([id, memberIdOf('beta', 'dev|sara'), memberIdOf('acme', 'dev|sar')]).size).toBe(3);
  });
});
