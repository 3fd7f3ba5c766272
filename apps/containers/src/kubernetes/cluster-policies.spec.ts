import { describe, expect, it } from '@jest/globals';
import type { V1NetworkPolicy } from '../../../../tools/check/kubernetes/client.mjs';
import { isSamePolicy, openedBy } from './cluster-policies.js';

const labels = { 'kushk.scope': 'acme', 'kushk.installation': 'ins_1' };
const own: V1NetworkPolicy = {
  metadata: { name: 'own' },
  spec: { podSelector: { matchLabels: labels }, policyTypes: ['Egress'], egress: [{ ports: [{ port: 10_240 }] }] },
};
const policy = (podSelector: object, rules: object = { egress: [{}] }): V1NetworkPolicy => ({
  metadata: { name: 'theirs' },
  spec: { podSelector, ...rules },
});

describe('the policies of a namespace', () => {
  it('are closed only when the own one is exactly as asked for', () => {
    expect(isSamePolicy({ ...own, status: {} } as V1NetworkPolicy, own)).toBe(true);
    expect(isSamePolicy(undefined, own)).toBe(false);
    const opened = { ...own, spec: { ...own.spec!, egress: [...own.spec!.egress!, {}] } };
    expect(isSamePolicy(opened, own)).toBe(false);
  });

  it.each([
    ['every pod', {}],
    ['the label', { matchLabels: { 'kushk.scope': 'acme' } }],
    ['a set with the label', { matchExpressions: [{ key: 'kushk.scope', operator: 'In', values: ['x', 'acme'] }] }],
    ['all but others', { matchExpressions: [{ key: 'kushk.scope', operator: 'NotIn', values: ['x'] }] }],
    ['pods with the label', { matchExpressions: [{ key: 'kushk.scope', operator: 'Exists' }] }],
    ['pods without a label', { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] }],
    ['a value that the cluster sets', { matchLabels: { 'pod-template-hash': 'abc' } }],
  ])('are opened by a policy of somebody else for %s', (_, selector) => {
    expect(openedBy([own, policy(selector)], [own], labels)).toBe('theirs');
    expect(openedBy([own, policy(selector, { ingress: [], egress: [] })], [own], labels)).toBeNull();
  });

  it.each([
    ['another label', { matchLabels: { 'kushk.scope': 'other' } }],
    ['a label that the pod lacks', { matchExpressions: [{ key: 'app', operator: 'Exists' }] }],
    ['all but it', { matchExpressions: [{ key: 'kushk.scope', operator: 'NotIn', values: ['acme'] }] }],
  ])('are not opened by one for %s', (_, selector) => {
    expect(openedBy([own, policy(selector)], [own], labels)).toBeNull();
  });
});
