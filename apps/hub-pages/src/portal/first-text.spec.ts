import { describe, expect, it } from '@jest/globals';
import { newManifestText, nextManifestText } from './first-text.js';

describe('the text with which a submission begins', () => {
  it('is the newest manifest with the next patch version, and nothing else changed', () => {
    const text = '# version: 1.4.0\nschema: "1"\nversion: 1.4.0 # 1.4.0\nnotes: 1.4.0\n';
    expect(nextManifestText(text, '1.4.0')).toBe(
      '# version: 1.4.0\nschema: "1"\nversion: 1.4.1 # 1.4.0\nnotes: 1.4.0\n',
    );
    expect(nextManifestText('{"version":"2.0.0-rc.1"}', '2.0.0-rc.1')).toBe('{"version":"2.0.1"}');
  });

  it('names the publisher of the portal for a new plugin', () => {
    expect(newManifestText('acme')).toContain('\npublisher: acme\n');
  });
});
