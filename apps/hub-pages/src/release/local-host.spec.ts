import { describe, expect, it } from '@jest/globals';
import { namesLocalHost } from './local-host.js';

describe('the addresses of a manifest that only development accepts', () => {
  it('name the local machine as the server, as the registry of the image or as a destination', () => {
    const local = ['http://localhost:9/x', 'http://127.0.0.1:3000', 'http://[::1]', 'http://a.localhost'];
    for (const base_url of local) expect(namesLocalHost({ base_url })).toBe(true);
    expect(namesLocalHost({ image: 'localhost:5000/x@sha256:0' })).toBe(true);
    expect(namesLocalHost({ egress: ['api.acme.ir:443', 'localhost:1'] })).toBe(true);
    expect(namesLocalHost({ base_url: 'https://localhost.acme.ir', egress: ['127.acme.ir:1'] })).toBe(false);
    expect(namesLocalHost({ base_url: 3, egress: 'localhost:1' })).toBe(false);
  });
});
