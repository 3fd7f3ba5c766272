import { describe, expect, it } from '@jest/globals';
import { newSealingKey, SealBroken } from './seal.js';
import {
  contentName,
  SEALED_HEADER_BYTES,
  sealContent,
  sealedRange,
  segmentCount,
  unsealSegment,
  type SealedFor,
} from './sealed-content.js';

const segmentBytes = 10;
const key = newSealingKey();
const content = Buffer.from('متنی که از چند بخش است');
const sealedFor: SealedFor = { organisationId: 'org_1', digest: 'd1', size: content.length };
const sealed = Buffer.concat([...sealContent(key, content, { sealedFor, segmentBytes })]);
const header = sealed.subarray(0, SEALED_HEADER_BYTES);
const last = segmentCount(content.length, segmentBytes) - 1;

function segment(index: number): Buffer {
  const { start, bytes } = sealedRange(index, content.length, segmentBytes);
  return sealed.subarray(start, start + bytes);
}
const open = (
  index: number,
  over: { from?: number; of?: SealedFor; isLast?: boolean; keys?: readonly (typeof key)[] } = {},
) =>
  unsealSegment(
    over.keys ?? [newSealingKey(), key],
    { header, segment: segment(over.from ?? index) },
    { sealedFor: over.of ?? sealedFor, index, isLast: over.isLast ?? index === last },
  );

describe('sealContent', () => {
  it('seals segments that each open alone, with any of the keys', () => {
    const parts = Array.from({ length: last + 1 }, (_, index) => open(index));
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    expect(sealed.includes(content.subarray(0, 8))).toBe(false);
  });

  it('rejects changed, moved and cut content, and content of another organisation', () => {
    const changed = Buffer.from(segment(0));
    changed[0]! ^= 1;
    const place = { sealedFor, index: 0, isLast: false };
    expect(() => unsealSegment([key], { header, segment: changed }, place)).toThrow(SealBroken);
    expect(() => open(0, { from: 1 })).toThrow(SealBroken);
    expect(() => open(0, { isLast: true })).toThrow(SealBroken);
    expect(() => open(0, { of: { ...sealedFor, organisationId: 'org_2' } })).toThrow(SealBroken);
    expect(() => open(0, { keys: [newSealingKey()] })).toThrow(SealBroken);
  });

  it('seals the same content differently each time, under a name that only the key can compute', () => {
    const again = Buffer.concat([...sealContent(key, content, { sealedFor, segmentBytes })]);
    expect(again.equals(sealed)).toBe(false);
    expect(contentName(key, sealedFor)).toBe(contentName(key, sealedFor));
    expect(contentName(key, { ...sealedFor, organisationId: 'org_2' })).not.toBe(contentName(key, sealedFor));
    expect(contentName(newSealingKey(), sealedFor)).not.toBe(contentName(key, sealedFor));
    expect(contentName(null, sealedFor)).toBe('d1');
  });
});
