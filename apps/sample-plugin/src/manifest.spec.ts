import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkContent, checkStructure, parseManifestYaml, validateAgainst, type Manifest } from '@kushk/manifest';
import { readInvoice } from './ubl/read-invoice.js';

const text = readFileSync(new URL('../manifest.yaml', import.meta.url), 'utf8');
const parsed = parseManifestYaml(text);

describe("the sample plugin's manifest", () => {
  it('passes all checks of the hub and of an instance', () => {
    expect(parsed.problems).toEqual([]);
    expect(checkStructure(parsed.manifest, { production: false })).toEqual([]);
    expect(checkContent(parsed.manifest as Manifest)).toEqual([]);
  });

  it('declares a record type that accepts every invoice file', () => {
    const manifest = parsed.manifest as Manifest;
    const schema = manifest.records?.[0]?.schema;
    for (const name of [
      'office-paper',
      'warehouse-rent',
      'elevator-service',
      'freight',
      'network-equipment',
      'freight-credit-note',
    ]) {
      const stored = {
        ...readInvoice(readFileSync(new URL(`../invoices/${name}.xml`, import.meta.url), 'utf8')),
        file: { name, digest: 'd' },
        charged: '0.25',
        case_id: null,
        proposal: { external_id: 'x', outcome: 'withdrawn', reason: null, record_id: null },
        due_event: null,
        scan: null,
      };
      expect(validateAgainst(schema ?? {}, stored)).toEqual([]);
    }
  });
});
