import { describe, expect, it } from '@jest/globals';
import { detailOf } from './detail.js';

describe('the detail of a problem', () => {
  it('contains the rule for counts and amounts', () => {
    expect(detailOf('wallet.count_invalid', { min: 1, max: 1_000_000_000 }, 'en')).toBe(
      'A count is an integer from 1 to 1000000000',
    );
    expect(detailOf('wallet.amount_invalid', { mu: '1e3' }, 'en')).toBe(
      'An amount of MU is a decimal string above 0 with at most 6 places, such as "12.5"',
    );
    expect(detailOf('wallet.amount_invalid', { max: '9000' }, 'en')).toMatch(/, and at most 9000$/);
    expect(detailOf('wallet.amount_invalid', { max: '9000' }, 'fa')).toMatch(/ و حداکثر 9000$/);
  });

  it('says what to do when a quota is used up', () => {
    const params = { quota: 'record_bytes', limit: 1_000, used: 900 };
    expect(detailOf('quota.exceeded', params, 'en')).toBe(
      '900 of 1000 are used (record_bytes): delete records, or write smaller ones',
    );
    expect(detailOf('quota.exceeded', params, 'fa')).toMatch(/^900 از 1000 مصرف شده است \(record_bytes\)؛ /);
    for (const quota of ['release_comments', 'saved_views'])
      expect(detailOf('quota.exceeded', { ...params, quota }, 'en')).not.toContain('operator');
  });

  it('names the states of a release and of a rollout', () => {
    const ended = { from: 'ended', to: 'running', allowed: [] };
    expect(detailOf('catalogue.transition_invalid', ended, 'en')).toBe(
      'The rollout cannot change from ended to running; allowed: none',
    );
    expect(detailOf('catalogue.transition_invalid', ended, 'fa')).toBe(
      'تغییر وضعیت انتشار تدریجی از «پایان‌یافته» به «در جریان» ممکن نیست؛ وضعیت‌های مجاز: هیچ‌کدام',
    );
    const rejected = { from: 'in_review', to: 'published', allowed: ['approved', 'rejected'] };
    expect(detailOf('catalogue.transition_invalid', rejected, 'fa')).toBe(
      'تغییر وضعیت نسخه از «در حال بازبینی» به «منتشرشده» ممکن نیست؛ وضعیت‌های مجاز: «تأییدشده»، «ردشده»',
    );
  });

  it('says what an answer of a tool is instead of JSON with content', () => {
    const html = { status: 200, content_type: 'text/html', reason: 'not JSON', at: 17 };
    expect(detailOf('tool.answer_invalid', html, 'en')).toBe(
      'The response of the plugin (200, text/html) is not JSON at 17',
    );
    expect(detailOf('tool.answer_invalid', { status: 204, reason: 'empty' }, 'en')).toBe(
      'The response of the plugin (204) has no body',
    );
    expect(detailOf('tool.failed', { status: 302 }, 'en')).toMatch(/^The plugin answered 302: redirects are not/);
    expect(detailOf('tool.failed', { status: 500 }, 'en')).toBeNull();
  });

  it('says what to do next, also without parameters', () => {
    for (const code of ['idempotency.conflict', 'events.cursor_invalid'])
      expect(detailOf(code, {}, 'en')).toMatch(/: (use a new key|send next_after)/);
    expect(detailOf('request.too_large', { limit_bytes: 1_048_576 }, 'en')).toMatch(/1048576 bytes here: send less/);
    expect(detailOf('auth.token_invalid', { reason: 'no_bearer' }, 'en')).toMatch(/^Authorization must be "Bearer "/);
  });

  it('names the kind of a credential that stands in the wrong place', () => {
    expect(detailOf('auth.token_invalid', { given: 'kp', expected: 'ki' }, 'en')).toBe(
      'This is a publisher key (kp_…); here belongs an installation token (ki_…)',
    );
    expect(detailOf('auth.token_invalid', { given: 'ki', expected: 'person' }, 'en')).toBe(
      'This is an installation token (ki_…); here belongs an access token of a person',
    );
    expect(detailOf('auth.token_invalid', {}, 'en')).toBeNull();
  });

  it('lists what the manifest declares, and what frees an external_id', () => {
    const declared = Array.from({ length: 25 }, (_, index) => `tool_${index}`);
    expect(detailOf('tool.not_found', { tool: 'find', tools: ['find_case'] }, 'en')).toBe(
      'There is no tool find; there are: find_case',
    );
    expect(detailOf('tool.not_found', { tool: 'find', tools: declared }, 'fa')).toMatch(/tool_19, …$/);
    expect(detailOf('auth.scope_missing', { scope: 'proposals.document', declared: ['proposals.case'] }, 'en')).toBe(
      'This requires the scope proposals.document; the manifest declares: proposals.case',
    );
    expect(detailOf('auth.scope_missing', { scope: 'submit' }, 'en')).toBe('This requires the scope submit');
    expect(detailOf('auth.scope_missing', { scope: 'proposals.bill', proposable: ['case'] }, 'en')).toBe(
      'Proposals are for case: a record of your own is written with PUT /records/{type}/{external_id}',
    );
    expect(detailOf('proposal.external_id_exists', { proposal_id: 'prp_1' }, 'en')).toMatch(
      /^prp_1 .* withdraw it with POST \/proposals\/prp_1\/withdraw, or use another external_id$/,
    );
  });

  it('proposes the service that a misspelt name means, or lists those that there are', () => {
    const services = ['bid.check', 'bid.watch'];
    expect(detailOf('wallet.service_unknown', { service: 'bid.chek', similar: 'bid.check', services }, 'en')).toBe(
      'There is no service bid.chek; did you mean bid.check?',
    );
    expect(detailOf('wallet.service_unknown', { service: 'ocr', similar: null, services }, 'en')).toBe(
      'There is no service ocr; there are: bid.check, bid.watch',
    );
  });

  it('says that a record does not exist when If-Match names its revision', () => {
    expect(detailOf('record.revision_conflict', { revision: null }, 'en')).toMatch(/there is no such record/);
    expect(detailOf('case.revision_conflict', { revision: 2 }, 'en')).toMatch(/revision 2 now: .*If-Match: "2"$/);
    expect(detailOf('record.revision_conflict', { revision: 2, weak: true }, 'en')).toMatch(/send "4" without W\/$/);
  });

  it('names the record types that there are', () => {
    expect(detailOf('record.type_not_found', { type: 'bid', types: ['tender', 'note'] }, 'en')).toBe(
      'The manifest has no record type bid; it has: tender, note',
    );
    expect(detailOf('record.type_not_found', { type: 'bid', types: [] }, 'en')).toMatch(/add the type bid to records$/);
  });

  it('is absent when the title is enough', () => {
    expect(detailOf('wallet.frozen', {}, 'en')).toBeNull();
  });
});
